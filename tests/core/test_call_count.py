"""The counter of calls, with which other tests bound work."""

import sys
from contextlib import suppress

import pytest
from call_count import TooManyCallsError, counted_calls


def nothing():
    pass


def calls_of(function):
    """Beside the function's own call and those at the end of the block."""
    numbers = []
    for some in (nothing, function):
        with counted_calls(1000) as calls:
            some()
        numbers.append(calls.number)
    return numbers[1] - numbers[0]


@pytest.mark.parametrize("count", [0, 1, 10])
def test_functions_of_python_and_of_c_count(count):
    def use():
        for _time in range(count):
            nothing()
            len("")

    assert calls_of(use) == 2 * count


def test_nothing_on_the_way_catches_the_end():
    def use():
        for _time in range(5000):
            try:
                nothing()
            except Exception:
                continue

    with pytest.raises(TooManyCallsError, match="more than 1,000 calls"):
        calls_of(use)


def test_loading_a_module_does_not_count(tmp_path, monkeypatch):
    (tmp_path / "loaded_late.py").write_text("for number in range(5000):\n    len(str(number))\n")
    monkeypatch.syspath_prepend(tmp_path)

    def use():
        import loaded_late

        nothing()
        len(str(loaded_late.number))

    assert calls_of(use) == 2
    assert sys.modules.pop("loaded_late").number == 4999


def test_the_profiler_before_is_back():
    def before(*_event):
        pass

    sys.setprofile(before)
    try:
        with suppress(KeyError), counted_calls(10):
            raise KeyError
        after = sys.getprofile()
    finally:
        sys.setprofile(None)
    assert after is before
