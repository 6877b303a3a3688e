from kiebitz.commandline import sign_of_life
from processes import wait_until


def test_a_long_search_says_that_it_goes_on(capsys, monkeypatch):
    monkeypatch.setattr(sign_of_life, "FIRST_S", 0.001)
    told = []
    with sign_of_life.sign_of_life("searching"):
        wait_until(lambda: told.append(capsys.readouterr().err) or "still searching" in "".join(told))
    capsys.readouterr()
    assert "".join(told).startswith("kiebitz: still searching, 0 s; Ctrl-C ends it\n")


def test_a_short_one_says_nothing(capsys):
    with sign_of_life.sign_of_life("searching"):
        pass
    assert capsys.readouterr() == ("", "")
