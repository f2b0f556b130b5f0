"""Files packed so that the same contents give the same bytes, on any machine and at any time."""

import dataclasses
import gzip
import io
import lzma
import tarfile


@dataclasses.dataclass(frozen=True)
class Entry:
    """A file of an archive."""

    path: str
    data: bytes
    is_program: bool = False


def tar(entries, moment):
    """An uncompressed archive: sorted, each folder before what is in it, owned by nobody, `moment` (seconds since 1970) on all."""
    files = {entry.path: entry for entry in entries}
    folders = {path[:index] for path in files for index, letter in enumerate(path) if letter == "/"}
    assert not folders & files.keys(), "a file where a folder is"
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(folders | files.keys()):
            info = tarfile.TarInfo(path)
            info.mtime = moment
            if path in folders:
                info.type = tarfile.DIRTYPE
                info.mode = 0o755
                archive.addfile(info)
            else:
                entry = files[path]
                info.mode = 0o755 if entry.is_program else 0o644
                info.size = len(entry.data)
                archive.addfile(info, io.BytesIO(entry.data))
    return buffer.getvalue()


def gzipped(data):
    """Without the name and the time that gzip would note."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, compresslevel=9, mtime=0) as stream:
        stream.write(data)
    return buffer.getvalue()


def xzipped(data):
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
