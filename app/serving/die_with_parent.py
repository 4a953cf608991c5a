"""Runs a program that gets a signal when its parent ends: die_with_parent.py PARENT SIGNAL PROGRAM [ARGS].

It is a small program of its own, because in a process with threads little is safe between fork and exec. The
kernel keeps the request when this program becomes the other one (exec). Where there is no prctl (macOS), the
next start of the service ends the programs that were left behind.
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
    if os.getppid() != parent:  # the parent has ended before we could ask
        sys.exit(0)
    os.execv(command[0], command)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
