"""Errors about nodes and functions point at them in the text."""

import pytest
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN, NameLocation

from tftranslate.text_places import placed

TEXT = """# node { name: "commented" }
node { name: "a" op: "NoOp" attr { key: "name" value { func { name: "b" } } } }
node {
  op: "NoOp"
  name: "b"
}
library { function {
  node_def { name: "a" op: "NoOp" }
  node_def < name: 'in "f"' op: "NoOp" >
  signature { name: "f" input_arg { name: "b" } }
} }
node { name: "a" op: "NoOp" }
"""


def place(message: str, node: str | None = None) -> str:
    found = placed(Error(message, NameLocation(node) if node else UNKNOWN), "file", TEXT).diagnostics[0].place()
    return f"{found.line}:{found.column}"


@pytest.mark.parametrize(
    ("message", "node", "expected"),
    [
        ("wrong", "a", "2:1"),
        ("wrong", "b", "3:1"),
        ("Duplicated node", "a", "12:1"),
        ("wrong\n\tWhile importing function: f", "a", "8:3"),
        ("wrong\n\tWhile importing generic function: f", 'in "f"', "9:3"),
        ("wrong\n\tWhile importing function: f", None, "10:3"),
    ],
)
def test_places(message, node, expected):
    assert place(message, node) == expected


@pytest.mark.parametrize(
    ("message", "node"), [("wrong", "commented"), ("wrong", None), ("wrong\n\tWhile importing function: g", "a"), ("wrong", "absent")]
)
def test_what_is_nowhere_is_about_the_file(message, node):
    error = placed(Error(message, NameLocation(node) if node else UNKNOWN), "file", TEXT)
    assert error.diagnostics[0].place() is None and str(error).startswith("file: wrong")


@pytest.mark.parametrize("text", ["", "}}}", "{{{", 'node { name: "a', "node { name: }", '"'])
def test_text_that_is_cut_off(text):
    assert str(placed(Error("wrong", NameLocation("a")), "file", text)) == "file: wrong"
