import errno
import gzip
import zlib

import pytest

from kiebitz.processes.bounded import content_of, gunzipped, inflated


def test_a_file_is_read_no_further_than_its_bound(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert content_of(path, 5) == b"12345"
    with pytest.raises(OSError, match="it has more than 4 bytes") as found:
        content_of(path, 4)
    assert (found.value.errno, found.value.filename) == (errno.EFBIG, str(path))


@pytest.mark.parametrize(("pack", "unpack"), [(zlib.compress, inflated), (gzip.compress, gunzipped)])
def test_a_packed_text_is_unpacked_no_further_than_its_bound(pack, unpack):
    packed = pack(b"12345")
    assert unpack(packed, 5) == b"12345"
    for damaged, most in ((packed, 4), (packed[:-1], 5), (b"", 5)):
        with pytest.raises(ValueError, match="more text"):
            unpack(damaged, most)
    with pytest.raises(zlib.error):
        unpack(b"no packed text", 100)
