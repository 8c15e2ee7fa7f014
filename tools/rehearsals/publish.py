"""Publishes an event to real servers, OpenSSH's SFTP and Apache's WebDAV as Debian has them, and
checks the messages to chats against the makers' own schema and library.

python -m tools.rehearsals.publish [folder of .deb files]

Needs Debian, root and Debian's package servers. The servers run in a separate mount namespace, with
users and a small disk of their own; nothing is installed on this computer.
"""

import asyncio
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import asyncssh

from app.store.outlets import Outlet, OutletKind
from app.web.outlets.failures import Later, Stopped, UnknownKey
from app.web.outlets.messages import Message, discord_body, mattermost_body, slack_body
from app.web.outlets.sftp import send_by_sftp
from app.web.outlets.webdav import send_by_webdav

ROOT = Path(__file__).parents[2]
PACKAGES = (
    *("openssh-server", "openssh-sftp-server", "libwrap0"),
    *("apache2-bin", "libapr1", "libaprutil1"),
)
USER, PASSWORD = "club", "höchst geheim"
FILES = {"results.html": b"<p>1</p>" * 9_000, "standings.html": b"<p>2</p>"}
LARGE = {"results.html": bytes(3_000_000)}
SSHD = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/key
PidFile none
UsePAM no
PasswordAuthentication yes
Subsystem sftp internal-sftp
"""
APACHE = """
ServerRoot {apache}/usr/lib/apache2
ServerName localhost
Listen 127.0.0.1:{port}
Listen 127.0.0.1:{tls}
PidFile {folder}/apache.pid
ErrorLog {folder}/apache.log
LoadModule mpm_prefork_module modules/mod_mpm_prefork.so
LoadModule authn_core_module modules/mod_authn_core.so
LoadModule authn_file_module modules/mod_authn_file.so
LoadModule authz_core_module modules/mod_authz_core.so
LoadModule authz_user_module modules/mod_authz_user.so
LoadModule auth_basic_module modules/mod_auth_basic.so
LoadModule dav_module modules/mod_dav.so
LoadModule dav_fs_module modules/mod_dav_fs.so
LoadModule ssl_module modules/mod_ssl.so
User www-data
Group www-data
DocumentRoot {folder}/disk
DavLockDB {folder}/locks/dav
<Directory {folder}/disk>
    Dav On
    AuthType Basic
    AuthName club
    AuthUserFile {folder}/users
    Require valid-user
</Directory>
<VirtualHost 127.0.0.1:{tls}>
    SSLEngine on
    SSLCertificateFile {folder}/tls.pem
</VirtualHost>
"""
INSIDE = """
set -e
mount --make-rprivate /
mkdir -p {folder}/disk {folder}/locks /run/sshd
mount -t tmpfs -o size=1m,mode=777 disk {folder}/disk
cp /etc/passwd /etc/shadow {folder}
grep -q ^sshd: {folder}/passwd ||
    echo 'sshd:x:990:65534::/run/sshd:/usr/sbin/nologin' >> {folder}/passwd
echo '{user}:x:991:991::{folder}/disk:/bin/sh' >> {folder}/passwd
echo '{user}:{hash}:19000:0:99999:7:::' >> {folder}/shadow
mount --bind {folder}/passwd /etc/passwd
mount --bind {folder}/shadow /etc/shadow
chown www-data {folder}/locks
export LD_LIBRARY_PATH={libraries}
{unpacked}/usr/sbin/sshd -D -e -f {folder}/sshd_config &
exec {unpacked}/usr/sbin/apache2 -DFOREGROUND -f {folder}/apache.conf
"""
CHECK_CHATS = """
import json, sys
import jsonschema
from slack_sdk.models.blocks import Block
bodies = json.load(sys.stdin)
schema = json.load(open(sys.argv[1]))
for body in bodies["discord"]:
    jsonschema.validate(body, schema)
    known = schema["components"]["schemas"]["IncomingWebhookRequestPartial"]["properties"]
    assert not set(body) - set(known)
for body in bodies["slack"]:
    for block in body["blocks"]:
        parsed = Block.parse(block)
        assert type(parsed) is not Block, block
        parsed.validate_json()
        assert parsed.to_dict() == block, (parsed.to_dict(), block)
print(len(bodies["discord"]), len(bodies["slack"]))
"""
OF_MATTERMOST = {"text", "username", "icon_url", "channel", "props", "attachments", "type",
                 "icon_emoji", "priority"}  # fmt: skip
"""The fields of `IncomingWebhookRequest` in Mattermost's own
server/public/model/incoming_webhook.go.
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Servers:
    """Both servers on a disk of a megabyte."""

    def __init__(self, folder: Path, packages: Path | None) -> None:
        self.folder = folder
        self.ssh, self.http, self.tls = free_port(), free_port(), free_port()
        unpacked = folder / "unpacked"
        if packages is None:
            packages = folder / "debs"
            packages.mkdir()
            subprocess.run(["apt-get", "download", "-q", *PACKAGES], cwd=packages, check=True)
        for package in packages.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, unpacked], check=True)
        self.new_key()
        self._write(unpacked)
        libraries = unpacked / "usr" / "lib" / "x86_64-linux-gnu"
        crypted = run("openssl", "passwd", "-6", PASSWORD)
        script = INSIDE.format(
            folder=folder, user=USER, hash=crypted, unpacked=unpacked,
            libraries=f"{libraries}:{unpacked}/lib/x86_64-linux-gnu",
        )  # fmt: skip
        log = (folder / "servers.log").open("wb")
        self._process = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", script],
            stdout=log,
            stderr=log,
        )
        log.close()

    def new_key(self) -> None:
        """Give the SSH server another key, which it reads at its next start."""
        for name in ("key", "key.pub"):
            (self.folder / name).unlink(missing_ok=True)
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / "key"))

    def _write(self, unpacked: Path) -> None:
        folder = self.folder
        values = {"folder": folder, "apache": unpacked}
        (folder / "sshd_config").write_text(SSHD.format(port=self.ssh, **values))
        (folder / "apache.conf").write_text(APACHE.format(port=self.http, tls=self.tls, **values))
        crypted = run("openssl", "passwd", "-apr1", PASSWORD)
        (folder / "users").write_text(f"{USER}:{crypted}\n", "utf-8")
        run(
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=other",
            "-keyout", str(folder / "tls.key"), "-out", str(folder / "tls.crt"),
        )  # fmt: skip
        both = (folder / "tls.key").read_text() + (folder / "tls.crt").read_text()
        (folder / "tls.pem").write_text(both)

    def wait(self) -> None:
        """Wait until both servers answer."""
        for port in (self.ssh, self.http):
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                assert self._process.poll() is None, (self.folder / "servers.log").read_text()
                time.sleep(0.05)

    def inside(self, *command: str) -> str:
        """Run a command in the namespace of the servers, where their disk is."""
        child = run("pgrep", "-P", str(self._process.pid)).split()[0]
        return run("nsenter", "-t", child, "-m", *command)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def run(*command: str) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@contextlib.contextmanager
def servers(packages: Path | None) -> Iterator[Servers]:
    folder = Path(tempfile.mkdtemp(prefix="flagfall-publish-"))
    folder.chmod(0o755)
    made = Servers(folder, packages)
    try:
        made.wait()
        yield made
    finally:
        made.close()
        shutil.rmtree(folder, ignore_errors=True)


def try_out(what: str, work: Callable[[], Awaitable[None]]) -> str:
    """Publish, and return the sentence that the organizer is shown; empty if everything
    was sent.
    """

    async def wait() -> None:
        await work()

    try:
        asyncio.run(wait())
    except (Later, Stopped) as failure:
        print(f"  {what}: {failure}")
        return str(failure)
    print(f"  {what}: sent")
    return ""


def shown_key(outlet: Outlet) -> UnknownKey:
    try:
        asyncio.run(send_by_sftp(outlet, PASSWORD, FILES))
    except UnknownKey as shown:
        return shown
    raise AssertionError("sent to an unknown key")


def by_sftp(there: Servers) -> None:
    address = f"127.0.0.1:{there.ssh}/open"
    shown = shown_key(Outlet("1", OutletKind.SFTP, address, USER))
    assert (there.folder / "key.pub").read_text().startswith(shown.key)
    fingerprint = run("ssh-keygen", "-lf", str(there.folder / "key.pub")).split()[1]
    assert fingerprint in str(shown)
    print(f"  a new key: {shown}")
    trusted = Outlet("1", OutletKind.SFTP, address, USER, host_key=shown.key)
    other = asyncssh.generate_private_key("ssh-ed25519").export_public_key("openssh").decode()
    changed = Outlet("1", OutletKind.SFTP, address, USER, host_key=other.strip())
    assert "a different key" in try_out(
        "changed key", lambda: send_by_sftp(changed, PASSWORD, FILES)
    )
    assert "password" in try_out("wrong password", lambda: send_by_sftp(trusted, "no", FILES))
    for _ in range(2):
        assert not try_out("good", lambda: send_by_sftp(trusted, PASSWORD, FILES))
    check_files(there)
    assert "full" in try_out("full disk", lambda: send_by_sftp(trusted, PASSWORD, LARGE))
    check_files(there)
    forbidden = Outlet(
        "1", OutletKind.SFTP, f"127.0.0.1:{there.ssh}//root/x", USER, "", trusted.host_key
    )
    assert "Choose another" in try_out("no right", lambda: send_by_sftp(forbidden, PASSWORD, FILES))


def by_webdav(there: Servers) -> None:
    there.inside("sh", "-c", f"rm -rf {there.folder}/disk/open")
    outlet = Outlet("1", OutletKind.WEBDAV, f"http://127.0.0.1:{there.http}/open", USER)
    assert "password" in try_out("wrong password", lambda: send_by_webdav(outlet, "no", FILES))
    for _ in range(2):
        assert not try_out("good", lambda: send_by_webdav(outlet, PASSWORD, FILES))
    check_files(there)
    assert try_out("full disk", lambda: send_by_webdav(outlet, PASSWORD, LARGE))
    check_files(there)
    below = Outlet("1", OutletKind.WEBDAV, f"http://127.0.0.1:{there.http}/a/b", USER)
    assert "Choose another" in try_out("no folder", lambda: send_by_webdav(below, PASSWORD, FILES))
    secure = Outlet("1", OutletKind.WEBDAV, f"https://127.0.0.1:{there.tls}/open", USER)
    assert "prove" in try_out("a certificate", lambda: send_by_webdav(secure, PASSWORD, FILES))


def check_files(there: Servers) -> None:
    """Demand that every file is complete and no part of a file is left."""
    folder = f"{there.folder}/disk/open"
    names = there.inside("ls", "-A", folder).split()
    assert sorted(set(names) - {".DAV"}) == sorted(FILES), names
    for name, content in FILES.items():
        size = int(there.inside("stat", "-c", "%s", f"{folder}/{name}"))
        assert size == len(content), (name, size)


def check_chats() -> None:
    picture = "https://club.example/open/standings-1.png"
    lines = tuple(f"{place}. *Ada* <@{place}> (Cryx) · 1-0 · TP 1" for place in range(200))
    messages = [
        Message(
            "Open – standings & more", lines[:count], page, b"png" * with_picture, "s-1.png", shown
        )
        for count in (0, 3, 200)
        for page in ("", "https://club.example/open/results.html")
        for with_picture in (0, 1)
        for shown in ("", picture)
    ]
    bodies = {
        "discord": [discord_body(message) for message in messages],
        "slack": [slack_body(message) for message in messages],
    }
    checked = subprocess.run(
        [
            *(Path(sys.executable).with_name("uv"), "run", "--no-project", "--isolated", "-q"),
            *("--with", "jsonschema==4.26.0", "--with", "slack-sdk==3.47.0", "python", "-c"),
            *(CHECK_CHATS, ROOT / "tests" / "data" / "discord_webhook.json"),
        ],
        input=json.dumps(bodies), text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stderr
    for message in messages:
        body = mattermost_body(message)
        assert set(body) <= OF_MATTERMOST
        assert all(set(one) == {"fallback", "image_url"} for one in body.get("attachments", ()))
    print(f"  {checked.stdout.strip()} messages hold to Discord's schema and Slack's library")


def main() -> int:
    if os.geteuid() != 0:
        print("Run it as root: the servers get users and a disk of their own.")
        return 2
    packages = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    if packages is not None and not any(packages.glob("*.deb")):
        print(f"There are no .deb files in {packages}. Name another folder, or none.")
        return 2
    with servers(packages) as there:
        print("SFTP, OpenSSH:")
        by_sftp(there)
        print("WebDAV, Apache:")
        by_webdav(there)
    print("Chats:")
    check_chats()
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
