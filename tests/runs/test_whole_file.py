"""A file is there whole or not at all."""

import pytest

from kiebitz.runs.whole_file import whole_file


def test_what_is_written_is_there(tmp_path):
    with whole_file(tmp_path / "kept") as file:
        file.write(b"new")
        assert not (tmp_path / "kept").exists()
    assert (tmp_path / "kept").read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("fault", [OSError, KeyboardInterrupt])
def test_the_old_file_stays_if_that_fails(tmp_path, fault):
    (tmp_path / "kept").write_bytes(b"old")

    def leave_early():
        with whole_file(tmp_path / "kept") as file:
            file.write(b"half of the n")
            raise fault

    with pytest.raises(fault):
        leave_early()
    assert (tmp_path / "kept").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
