"""Becomes another program, which ends when its parent does: die_with_parent.py PARENT SIGNAL PROGRAM [ARGS].

A small program of its own, for little is safe to do between fork and exec beside threads. The kernel keeps
the request over the exec. Where there is no prctl (macOS), the next start finds what was left behind.
"""

import ctypes
import os
import sys

PR_SET_PDEATHSIG = 1


def bind(signal: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal)


def main(parent: int, signal: int, command: list[str]) -> None:
    bind(signal)
    if os.getppid() != parent:  # it was quicker to end than we were to ask
        sys.exit(0)
    os.execv(command[0], command)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
