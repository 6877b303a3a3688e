"""Folders that are the user's alone."""

import stat

from kiebitz.commandline.user_data import make_own, user_data


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_our_folders_are_private_and_others_stay_as_they_are(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ours, theirs = user_data("board"), tmp_path / "elsewhere"
    for folder in (ours, theirs):
        folder.mkdir(parents=True)
        folder.chmod(0o755)
        make_own(folder)
    assert (mode_of(ours), mode_of(theirs)) == (0o700, 0o755)
    make_own(tmp_path / "new")
    assert mode_of(tmp_path / "new") == 0o700
