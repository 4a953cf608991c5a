"""A mail server that takes every letter and keeps none: python -m tests.bench._sink SECONDS. Prints its port.

It costs a tenth of what aiosmtpd does. Each letter takes it SECONDS, in which it needs no core: a mail server
far away thinks so long.
"""

import asyncio
import sys
from asyncio import StreamReader, StreamWriter
from functools import partial

ANSWERS = {b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n"}


async def serve(reader: StreamReader, writer: StreamWriter, seconds: float) -> None:
    writer.write(b"220 sink\r\n")
    while line := await reader.readline():
        verb = line[:4].upper()
        writer.write(ANSWERS.get(verb, b"250 ok\r\n"))
        if verb == b"DATA":
            await reader.readuntil(b"\r\n.\r\n")
            await asyncio.sleep(seconds)
            writer.write(b"250 taken\r\n")
        if verb == b"QUIT":
            break
    writer.close()


async def main(seconds: float) -> None:
    door = await asyncio.start_server(partial(serve, seconds=seconds), "127.0.0.1", 0, limit=2**24)
    print(door.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1])))
