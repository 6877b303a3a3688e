"""An interrupted experiment goes on where it stopped."""

import time

import pytest

from kiebitz.lab.measuring.progress import JournalError, JournalledProgress, Progress

RUN = "M2 full, version 1"


def silent(progress, step):
    pass


def test_without_a_journal_steps_are_simply_done():
    progress = Progress()
    assert progress.step("one", lambda: 1) == 1
    assert progress.done == 1


def test_what_was_done_is_not_done_again(tmp_path):
    path = tmp_path / "M2.partial.jsonl"
    first = JournalledProgress(path, RUN, resume=False, show=silent)
    first.step("opening", lambda: time.sleep(0.05) or {"nodes": 5})
    with pytest.raises(KeyboardInterrupt):
        first.step("ending", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    second = JournalledProgress(path, RUN, resume=True, show=silent)
    assert second.step("opening", lambda: pytest.fail("measured again")) == {"nodes": 5}
    assert second.step("ending", lambda: 7) == 7
    assert second.earlier_s >= 0.05
    second.close()
    assert not path.exists()


def test_a_line_cut_short_is_measured_again(tmp_path):
    path = tmp_path / "M2.partial.jsonl"
    JournalledProgress(path, RUN, resume=False, show=silent).step("opening", lambda: 5)
    path.write_text(path.read_text() + '{"step": "end')
    again = JournalledProgress(path, RUN, resume=True, show=silent)
    assert again.step("ending", lambda: 6) == 6
    third = JournalledProgress(path, RUN, resume=True, show=silent)
    assert [third.step(name, lambda: 0) for name in ("opening", "ending")] == [5, 6]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "nothing to resume"),
        ("", "another run"),
        ('{"run": "M3 full, version 1"}\n', "another run"),
        ('{"run": "M2 full, version 1"}\nnonsense\n{"step": "a", "outcome": 1}\n', "line 2 is damaged"),
        ("[]\n[]\n", "damaged"),
    ],
)
def test_what_can_not_be_resumed_is_refused(tmp_path, text, message):
    path = tmp_path / "M2.partial.jsonl"
    if text is not None:
        path.write_text(text)
    with pytest.raises(JournalError, match=message):
        JournalledProgress(path, RUN, resume=True, show=silent)
