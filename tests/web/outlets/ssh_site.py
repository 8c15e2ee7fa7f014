"""A web server with SFTP, which can be told what to do wrong. Debian's own is tried by
`tools.rehearsals.publish`.
"""

import asyncio
from pathlib import Path

import asyncssh

from tests.loop_thread import LoopThread

USER, PASSWORD = "club", "hush hush"


class _Login(asyncssh.SSHServer):
    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        return (username, password) == (USER, PASSWORD)


class _Full(asyncssh.SFTPServer):
    def write(self, file_obj: object, offset: int, data: bytes) -> int:
        raise asyncssh.SFTPFailure("no space left on device")


class _Older(asyncssh.SFTPServer):
    """Knows nothing of OpenSSH's own requests."""

    def posix_rename(self, oldpath: bytes, newpath: bytes) -> None:
        raise asyncssh.SFTPOpUnsupported("what?")


KINDS = {"good": asyncssh.SFTPServer, "full": _Full, "older": _Older}


class SshSite:
    """Listens on this computer; ``close`` it in the end."""

    def __init__(self, folder: Path, kind: str = "good", port: int = 0) -> None:
        self._thread = LoopThread("ssh")
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self._server = self._thread.do(self._listen(folder, KINDS[kind], port))
        self.port: int = self._server.get_port()

    @property
    def public_key(self) -> str:
        return self.key.export_public_key("openssh").decode().strip()

    async def _listen(
        self, folder: Path, kind: type[asyncssh.SFTPServer], port: int
    ) -> asyncssh.SSHAcceptor:
        return await asyncssh.listen(
            "127.0.0.1",
            port,
            server_host_keys=[self.key],
            server_factory=_Login,
            sftp_factory=lambda channel: kind(channel, chroot=str(folder)),
        )

    def close(self) -> None:
        self._thread.close(self._end())

    async def _end(self) -> None:
        self._server.close()
        await self._server.wait_closed()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
