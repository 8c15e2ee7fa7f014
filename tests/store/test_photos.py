"""Photos of slips beside the event's file: what is one, what is kept, what is gone or changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.__main__ import main
from app.engine.acts.photos import KeepPhoto, LeaveOutPhoto, PhotoKept
from app.engine.acts.undo import Undone
from app.engine.side import Side
from app.store.errors import StoreError
from app.store.events import copy
from app.store.log.event_log import create, open_log
from app.store.photos import (
    Photos,
    clean_picture,
    copy_photos,
    count_missing,
    photo_remarks,
    photos_folder,
)
from app.store.rescue.backups import BackupOutcome, Backups
from app.store.rescue.repair import repair
from app.store.rescue.restore import restore
from tests import pictures
from tests.engine.event import Desk, under_way
from tests.pictures import FRAME, SCAN, SLIP
from tests.store.powers import powerless

MOST_BYTES = 1_000_000
MOST_SCANS = 20
MOST_SIDE = 2_000
NO_PICTURE = r"This photo cannot be shown\. Take another one\."
TOO_LARGE = r"This photo is too large\. Take another one\."
SCANS = SLIP[SCAN:-2]
BAD = {
    "nothing": b"",
    "a text": b"3-1 for Anna\n",
    "another kind": pictures.png(),
    "an iPhone's own": pictures.heic(),
    "the first two bytes": SLIP[:2],
    "half of it": SLIP[: len(SLIP) // 2],
    "no end": SLIP[:-2],
    "half an end": SLIP[:-1],
    "no picture in it": SLIP[:SCAN] + SLIP[-2:],
    "no size": SLIP[:FRAME] + SLIP[FRAME + 19 :],
    "two sizes": SLIP[:FRAME] + SLIP[FRAME : FRAME + 19] + SLIP[FRAME:],
    "no width": pictures.sized(0, 16),
    "no height": pictures.sized(24, 0),
    "a lossless frame": SLIP[: FRAME + 1] + b"\xc3" + SLIP[FRAME + 2 :],
    "a part without a length": pictures.with_part(b"\xff\xe0\x00\x00"),
    "a part that is too long": pictures.with_part(b"\xff\xe0\xff\xff"),
    "bytes between the parts": pictures.with_part(b"\x00"),
    "too many scans": SLIP[:SCAN] + SCANS * (MOST_SCANS + 1) + SLIP[-2:],
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_photo_is_refused(name: str) -> None:
    with pytest.raises(StoreError, match=NO_PICTURE):
        clean_picture(BAD[name])


@pytest.mark.parametrize(
    "raw",
    [
        SLIP + bytes(MOST_BYTES),
        pictures.sized(MOST_SIDE + 1, 16),
        pictures.sized(24, 65_535),
    ],
)
def test_a_photo_that_is_too_large_is_refused(raw: bytes) -> None:
    with pytest.raises(StoreError, match=TOO_LARGE):
        clean_picture(raw)


def test_a_photo_keeps_its_picture_and_not_where_it_was_taken() -> None:
    assert clean_picture(SLIP) == SLIP
    exif = pictures.segment(0xE1, b"Exif\0\0 52.5200 N 13.4050 E")
    words = pictures.segment(0xFE, b"by Anna's phone")
    assert clean_picture(pictures.with_part(exif + words)) == SLIP
    assert clean_picture(SLIP + b"more behind its end") == SLIP
    restarts = SLIP[:-2] + b"\xff\xd0\x12\xff\x00\x34" + SLIP[-2:]
    assert clean_picture(restarts) == restarts


def test_a_photo_of_exactly_the_maximum_size_is_accepted() -> None:
    scans = SLIP[:SCAN] + SCANS * MOST_SCANS + SLIP[-2:]
    for raw in (scans, pictures.sized(MOST_SIDE, 16), pictures.sized(24, MOST_SIDE)):
        assert clean_picture(raw) == raw
    assert clean_picture(SLIP + bytes(MOST_BYTES - len(SLIP))) == SLIP


@pytest.mark.parametrize("kind", range(0xC0, 0xD0))
def test_only_jpeg_frames_that_browsers_can_show_are_accepted(kind: int) -> None:
    """ITU-T T.81, table B.1: 0xC4, 0xC8 and 0xCC are no frames."""
    raw = SLIP[: FRAME + 1] + bytes([kind]) + SLIP[FRAME + 2 :]
    if kind in {0xC0, 0xC1, 0xC2}:
        assert clean_picture(raw) == raw
    else:
        with pytest.raises(StoreError, match=NO_PICTURE):
            clean_picture(raw)
    part = pictures.with_part(pictures.segment(kind, b""))
    if kind == 0xC4:
        assert clean_picture(part) == part
    elif kind in {0xC8, 0xCC}:
        assert clean_picture(part) == SLIP


def photos_of(tmp_path: Path) -> tuple[Photos, Path]:
    file = tmp_path / "Cup.flagfall"
    return Photos(file), file


def test_a_photo_is_stored_beside_the_event_named_by_round_table_and_checksum(
    tmp_path: Path,
) -> None:
    photos, file = photos_of(tmp_path)
    checksum, size = photos.keep(SLIP, 2, 12)
    assert size == len(SLIP)
    assert [path.name for path in photos_folder(file).iterdir()] == [f"2-12-{checksum[:16]}.jpg"]
    assert photos_folder(file) == tmp_path / "Cup photos"
    assert photos.read(checksum) == SLIP
    assert photos.keep(SLIP, 2, 12) == (checksum, size)
    assert len([*photos_folder(file).iterdir()]) == 1


def test_a_photo_that_cannot_be_decoded_is_not_kept(tmp_path: Path) -> None:
    photos = Photos(tmp_path / "Cup.flagfall", lambda picture: picture != SLIP)
    with pytest.raises(StoreError, match=NO_PICTURE):
        photos.keep(SLIP, 2, 12)
    assert not [*tmp_path.iterdir()]


def test_a_missing_or_changed_photo_is_reported(tmp_path: Path) -> None:
    photos, file = photos_of(tmp_path)
    checksum, _ = photos.keep(SLIP, 2, 12)
    (kept,) = photos_folder(file).iterdir()
    changed = rf"The file {kept.name} has been changed since the photo was taken\."
    for other in (SLIP[:-1], bytes(MOST_BYTES + 1)):
        kept.write_bytes(other)
        with pytest.raises(StoreError, match=changed):
            photos.read(checksum)
    kept.unlink()
    gone = r"This photo is not in the folder Cup photos\. It was moved or deleted, or another"
    with pytest.raises(StoreError, match=gone):
        photos.read(checksum)
    for hostile in ("../../etc/passwd", "*", "", checksum.upper(), f"{checksum}\n"):
        with pytest.raises(StoreError, match=gone):
            photos.read(hostile)


def test_a_full_disk_keeps_no_part_of_a_photo(tiny_disk: Path) -> None:
    photos = Photos(tiny_disk / "Cup.flagfall")
    (tiny_disk / "full").write_bytes(bytes(256 * 1024 - 8 * 4096))

    def fill_up() -> None:
        for number in range(100):
            photos.keep(pictures.another(number), 2, number)

    with pytest.raises(StoreError, match=r"computer is full, so the photo was not saved\. Show"):
        fill_up()
    kept = [path for path in tiny_disk.rglob("*") if "photos" in path.parent.name]
    assert kept
    assert all(path.suffix == ".jpg" and path.stat().st_size == len(SLIP) for path in kept)


def test_an_unwritable_photo_folder_is_reported(common_folder: Path) -> None:
    with powerless():
        folder = common_folder / "archive"
        folder.mkdir()
        folder.chmod(0o555)
        with pytest.raises(StoreError, match=r"could not save the photo: Permission denied\. Show"):
            Photos(folder / "Cup.flagfall").keep(SLIP, 2, 12)
        folder.chmod(0o755)


def event_with_photo(
    tmp_path: Path,
    *,
    times: int = 1,
    name: str = "Cup",
    first: int = 0,
    side: Side | None = Side.RED,
) -> tuple[Path, Desk, list[str]]:
    """An event with photos of table 1."""
    file, desk = tmp_path / f"{name}.flagfall", under_way(4)
    photos, checksums = Photos(file), list[str]()
    for number in range(first, first + times):
        checksum, size = photos.keep(pictures.another(number), 1, 1)
        desk.do(KeepPhoto(1, side, checksum, size))
        checksums.append(checksum)
    with create(file) as log:
        for row in desk.records:
            log.append([row.event], at_ms=row.at_ms, station="", actor="EO")
    return file, desk, checksums


def test_missing_and_changed_photos_are_named_by_table(tmp_path: Path) -> None:
    file, desk, _ = event_with_photo(tmp_path, times=2)
    assert photo_remarks(file, desk.state) == []
    first, second = sorted(photos_folder(file).iterdir())
    first.unlink()
    second.write_bytes(b"")
    said = photo_remarks(file, desk.state)
    assert sorted(said) == sorted(
        [
            "Round 1, table 1: This photo is not in the folder Cup photos. It was moved or deleted,"
            " or another station took it.",
            f"Round 1, table 1: The file {second.name} has been changed since the photo was taken.",
        ]
    )


@pytest.mark.parametrize("command", ["verify", "check"])
def test_both_checking_commands_name_missing_photos(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    file, _, _ = event_with_photo(tmp_path)
    main([command, str(file)])
    assert "This photo" not in capsys.readouterr().out
    (photo,) = photos_folder(file).iterdir()
    photo.unlink()
    assert main([command, str(file)]) == 0  # the event itself is whole
    said = " ".join(capsys.readouterr().out.split())
    assert "Round 1, table 1: This photo is not in the folder Cup photos." in said


def test_photos_left_out_on_purpose_are_not_reported_as_missing(tmp_path: Path) -> None:
    file, desk, checksums = event_with_photo(tmp_path, times=2)
    for photo in photos_folder(file).iterdir():
        photo.unlink()
    with open_log(file) as log:
        assert count_missing(file, log.contents.rows) == 2
        log.append([LeaveOutPhoto(1, checksums[0])], at_ms=desk.now_ms, station="", actor="EO")
        assert count_missing(file, log.contents.rows) == 1
        log.append([Undone(log.last_seq)], at_ms=desk.now_ms, station="", actor="EO")
        assert count_missing(file, log.contents.rows) == 2


def test_photos_whose_upload_was_undone_are_not_reported_as_missing(tmp_path: Path) -> None:
    file, desk, _ = event_with_photo(tmp_path, side=None)
    (photo,) = photos_folder(file).iterdir()
    photo.unlink()
    with open_log(file) as log:
        assert count_missing(file, log.contents.rows) == 1
        log.append([Undone(log.last_seq)], at_ms=desk.now_ms, station="", actor="EO")
        assert count_missing(file, log.contents.rows) == 0


def as_copy(file: Path, to: Path) -> Path:
    copy(file, to)
    return to


def as_restored(file: Path, to: Path) -> Path:
    return restore(file, to).file


def as_repaired(file: Path, to: Path) -> Path:
    done = repair(file, to)
    assert done.remarks == ()
    return done.file


@pytest.mark.parametrize("make", [as_copy, as_restored, as_repaired])
def test_a_copy_of_the_event_has_its_photos(
    make: Callable[[Path, Path], Path], tmp_path: Path
) -> None:
    file, _, (checksum,) = event_with_photo(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    made = make(file, elsewhere / "Masters.flagfall")
    assert photos_folder(made) == elsewhere / "Masters photos"
    assert Photos(made).read(checksum) == pictures.another(0)


@pytest.mark.parametrize("make", [as_copy, as_restored, as_repaired])
def test_a_copy_leaves_out_photos_of_an_event_with_a_similar_name(
    make: Callable[[Path, Path], Path], tmp_path: Path
) -> None:
    cup, *_ = event_with_photo(tmp_path, times=3)
    second, _, (checksum,) = event_with_photo(tmp_path, name="Cup 2", first=7)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    made = make(second, elsewhere / "Cup 2.flagfall")
    assert [photo.name for photo in photos_folder(made).iterdir()] == [f"1-1-{checksum[:16]}.jpg"]
    assert len([*photos_folder(cup).iterdir()]) == 3


def test_a_copy_of_a_backup_has_the_photos_beside_the_original(tmp_path: Path) -> None:
    file, _, (checksum,) = event_with_photo(tmp_path)
    file = file.rename(tmp_path / "Cup 2.flagfall")
    made = as_copy(file, tmp_path / "elsewhere.flagfall")
    assert Photos(made).read(checksum) == pictures.another(0)


def test_a_repair_names_missing_photos(tmp_path: Path) -> None:
    file, *_ = event_with_photo(tmp_path, times=2)
    for photo in photos_folder(file).iterdir():
        photo.unlink()
    assert repair(file).remarks == (
        "2 photos of slips are gone or were changed. flagfall verify names their tables.",
    )


def test_backups_have_the_photos_too(tmp_path: Path) -> None:
    file, _, (checksum,) = event_with_photo(tmp_path)
    stick = tmp_path / "stick"
    stick.mkdir()
    backups, outcomes = Backups(stick, lambda _sentence: None), list[BackupOutcome]()
    backups.beside = tmp_path / "Cup backups"
    with open_log(file) as log:
        backups.copy_now(log.copied, outcomes.extend)
        backups.wait(60)
    assert [outcome.fault for outcome in outcomes] == ["", ""]
    copies = [outcome.file for outcome in outcomes if outcome.file is not None]
    assert [copy_.parent.name for copy_ in copies] == ["Cup backups", "stick"]
    for made in copies:
        assert Photos(made).read(checksum) == pictures.another(0), made
    assert (stick / "Cup photos").is_dir()
    photos_folder(file).rename(tmp_path / "lost")
    with pytest.raises(StoreError, match="is not in the folder"):
        Photos(copies[0]).read(checksum)
    assert Photos(copies[1]).read(checksum) == pictures.another(0), "the stick has its own"


def test_an_event_is_copied_even_if_its_photos_cannot_be(tmp_path: Path) -> None:
    file, _, (checksum,) = event_with_photo(tmp_path, times=1)
    other = tmp_path / "other" / "Cup.flagfall"
    other.parent.mkdir()
    (other.parent / "Cup photos").write_bytes(b"no folder")
    copy(file, other)
    with pytest.raises(StoreError, match="is not in the folder"):
        Photos(other).read(checksum)
    (other.parent / "Cup photos").unlink()
    with open_log(file, read_only=True) as log:
        copy_photos(file, other, log.contents.rows)
        copy_photos(file, other, log.contents.rows)
    assert Photos(other).read(checksum) == pictures.another(0)


def test_the_row_of_a_photo_records_everything_known_about_it(tmp_path: Path) -> None:
    file, desk, (checksum,) = event_with_photo(tmp_path)
    with open_log(file, read_only=True) as log:
        event = log.records()[-1].event
    assert event == PhotoKept(1, Side.RED, checksum, len(SLIP), desk.records[-1].at_ms)
