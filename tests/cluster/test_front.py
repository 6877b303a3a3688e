"""The questions about the root, from iteration to iteration."""

from kiebitz.cluster.front import Aspiration, Front
from kiebitz.cluster.question import Answer
from kiebitz.core.value import INFINITE

ASPIRATION = Aspiration(depth=5, window=18, growth=60)


def test_iterations_go_deeper_until_the_course_is_done():
    front = Front(3)
    for depth in (1, 2, 3):
        question = front.question
        assert (question.depth, question.alpha, question.beta) == (depth, -INFINITE, INFINITE)
        assert front.take(Answer(5, 5, (1,))).depth == depth
    assert front.question is None
    assert [iteration.value for iteration in front.iterations] == [5, 5, 5]


def test_a_value_outside_the_window_is_asked_again():
    front = Front(6, ASPIRATION, first_depth=5)
    front.take(Answer(100, 100))
    assert (front.question.alpha, front.question.beta) == (82, 118)
    assert front.take(Answer(130, INFINITE)) is None
    assert (front.question.alpha, front.question.beta) == (82, 148)
    assert front.take(Answer(-INFINITE, 50)) is None
    assert front.question.alpha < 50 < front.question.beta
    assert front.take(Answer(40, 40)).value == 40
    assert front.question is None


def test_windows_that_keep_missing_are_opened_and_mates_are_not_aimed_at():
    front = Front(9, ASPIRATION, first_depth=5, longest_mate=1000)
    front.take(Answer(0, 0))
    for _ in range(30):
        if front.question.beta == INFINITE:
            break
        front.take(Answer(front.question.beta, INFINITE))
    assert (front.question.alpha, front.question.beta) == (-INFINITE, INFINITE)
    front.take(Answer(2000, 2000))
    assert front.question.alpha == -INFINITE
