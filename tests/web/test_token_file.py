"""The token: the same at the next start, nobody else's, and never one that another user has put there."""

import stat

import pytest

from kiebitz.web.token_file import kept_token


def test_it_is_kept_for_the_next_start(tmp_path):
    token = kept_token(tmp_path / "board")
    assert kept_token(tmp_path / "board") == token
    assert stat.S_IMODE((tmp_path / "board" / "token").stat().st_mode) == 0o600
    assert len({token, kept_token(None), kept_token(None), kept_token(tmp_path)}) == 4


@pytest.mark.parametrize("planted", ["readable", "link", "short"])
def test_what_others_may_know_is_not_taken(tmp_path, planted):
    path = tmp_path / "token"
    known = "x" * 32 if planted != "short" else "x"
    if planted == "link":
        (tmp_path / "theirs").write_text(known)
        (tmp_path / "theirs").chmod(0o600)
        path.symlink_to(tmp_path / "theirs")
    else:
        path.write_text(known)
        path.chmod(0o644 if planted == "readable" else 0o600)
    token = kept_token(tmp_path)
    assert token != known
    assert kept_token(tmp_path) == token
    assert not path.is_symlink()
