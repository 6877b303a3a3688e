from pathlib import Path

import pytest

from kiebitz.commandline.user_data import user_data


@pytest.mark.parametrize(
    ("named", "directory"),
    [
        ("/data", "/data/kiebitz/x"),
        ("", "/home/somebody/.local/share/kiebitz/x"),
        ("not/absolute", "/home/somebody/.local/share/kiebitz/x"),
    ],
)
def test_the_folder_is_where_xdg_says(monkeypatch, named, directory):
    monkeypatch.setenv("XDG_DATA_HOME", named)
    monkeypatch.setenv("HOME", "/home/somebody")
    assert user_data("x") == Path(directory)
