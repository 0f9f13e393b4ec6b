"""Errors of Python's own are told in words; what was said by who raised an error stays as it is."""

import numpy as np
import pytest
from tfir.ir.diagnostics import in_words


def of(function) -> str:
    try:
        function()
    except Exception as error:
        return in_words(error)
    raise AssertionError("nothing was raised")


def raising(error: Exception):
    raise error


@pytest.mark.parametrize("function, words", [
    (lambda: object() < 3, "a value or size of a kind that is not known there"),
    (lambda: None.shape, "a value or size of a kind that is not known there"),
    (lambda: [1][len("ab")], "fewer operands, dimensions or elements than there should be"),
    (lambda: next(iter(())), "fewer operands, dimensions or elements than there should be"),
    (lambda: {"a": 1}["b"], "a type or attribute that is not known there"),
    (lambda: 1 // 0, "a division by zero"),
    (lambda: np.empty(3)[1 << 70], "fewer operands, dimensions or elements than there should be"),
    (lambda: (lambda a, b: a)(*[1]), "a value or size of a kind that is not known there"),
    (lambda: list(zip([1], [], strict=True)), "fewer operands, dimensions or elements than there should be"),
    (lambda: raising(AssertionError()), "numbers that do not fit"),
])  # fmt: skip
def test_pythons_own_words_are_not_shown(function, words):
    assert of(function) == words


def unpacked():
    a, b = [1]
    return a, b


def test_counts_of_python_are_not_shown():
    assert of(unpacked) == "fewer operands, dimensions or elements than there should be"


@pytest.mark.parametrize("error", [TypeError("not all sizes are known"), ValueError("a stride of 0"), IndexError("axis 3 of 2")])
def test_what_was_said_stays(error):
    assert of(lambda: raising(error)) == str(error)


def test_what_numpy_says_of_numbers_stays():
    assert "broadcast" in of(lambda: np.ones(2) + np.ones(3))


def test_the_calls_are_shown_where_they_are_asked_for(monkeypatch, capsys):
    monkeypatch.setenv("TFIR_TRACEBACK", "1")
    of(lambda: object() < 3)
    assert "TypeError: '<' not supported" in capsys.readouterr().err
    monkeypatch.delenv("TFIR_TRACEBACK")
    of(lambda: object() < 3)
    assert capsys.readouterr().err == ""
