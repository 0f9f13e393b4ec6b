"""Which files are passes, and what is said of one that lacks what makes it a pass."""

import pytest

from tfopt.main import main
from tfopt.pipeline import discovery

WITHOUT = {
    "no annotation": "def swap_words(module):\n    return None\n",
    "no annotation, a docstring": 'def swap_words(module):\n    """Swaps words."""\n',
    "one for the next parameter": "def swap_words(module, *, count: int = 1):\n    return None\n",
    "a word that is no anchor": "def swap_words(module: Modul):\n    return None\n",
    "no parameter": "def swap_words():\n    return None\n",
}
WITH = {
    "a word": "def swap_words(module: Module):\n    return None\n",
    "a word in quotes": 'def swap_words(module: "Module", *, count: int = 1):\n    return None\n',
    "an op's name": 'def swap_words(op: "tf.While"):\n    return None\n',
}


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A room of one file, `swap_words.py`; what it is called with is the file's text."""

    def make(text: str) -> str:
        file = tmp_path / "swap_words.py"
        file.write_text(f'"""Swaps words."""\n\n{text}')
        monkeypatch.setattr(discovery, "_added_rooms", discovery.rooms_below(str(tmp_path), "added"))
        return str(file)

    return make


def reason(path: str, head: str) -> str:
    anchors = ", ".join(discovery.ANCHORS)
    said = "needs an annotation that says what it runs on"
    return f"{path}: 'swap_words({head})' is no pass: its first parameter {said} ({anchors}, or an op's name in quotes)"


@pytest.mark.parametrize("text", WITHOUT.values(), ids=WITHOUT)
def test_a_function_that_does_not_say_what_it_runs_on(room, text, capsys):
    path = room(text)
    head = text.partition("(")[2].partition(")")[0].partition(",")[0]
    assert not discovery.is_pass("swap-words") and "swap-words" not in discovery.names()
    assert main(["--swap-words", "-"]) == 2
    assert capsys.readouterr().err.splitlines()[0] == f"tf-opt: error: {reason(path, head)}"


def test_it_is_told_in_a_pipeline_too(room, capsys):
    path = room(WITHOUT["no annotation"])
    assert main(["--pass-pipeline=builtin.module(swap-words)", "-"]) != 0
    assert reason(path, "module") in capsys.readouterr().err


@pytest.mark.parametrize("text", WITH.values(), ids=WITH)
def test_a_function_that_says_it(room, text):
    room(text)
    assert discovery.is_pass("swap-words") and discovery.why_no_pass("swap-words") is None


def test_a_file_without_a_function_of_its_name_is_no_pass(room, capsys):
    room("def words(module):\n    return None\n")
    assert discovery.why_no_pass("swap-words") is None
    assert main(["--swap-words", "-"]) == 2
    assert "No such option '--swap-words'" in capsys.readouterr().err
