"""What `--verify-diagnostics` accepts and what it does not."""

import pytest
from tfir.ir.diagnostics import Diagnostic
from tfir.ir.location import Source

from tfopt.pipeline.expected import unmet


def problems(text: str, *produced, first_line: int = 1, **options) -> list[str]:
    """`produced` are (severity, message, text at which it is)."""
    source = Source("x.mlir", text, first_line)
    found = [Diagnostic(message, source.base + text.index(at) if at else None, severity) for severity, message, at in produced]
    return [problem.message for problem in unmet(source, found, **options)]


BAD = ("error", "sizes differ: 3 and 4", "HERE")


@pytest.mark.parametrize("text", [
    "HERE // expected-error {{sizes differ}}",
    "// expected-error @+1 {{sizes differ}}\nHERE",
    "// expected-error@+2 {{3 and 4}}\n\nHERE",
    "HERE\n// expected-error @-1 {{sizes differ}}",
    "HERE\n// expected-error @above {{sizes differ}}",
    "// expected-error @below {{sizes differ}}\nHERE",
    "// expected-error-re @below {{differ: {{[0-9]+}} and 4}}\nHERE",
])  # fmt: skip
def test_a_message_in_its_place_is_met(text):
    assert problems(text, BAD) == []


@pytest.mark.parametrize("text", [
    "// expected-error {{sizes differ}}\nHERE",
    "HERE // expected-warning {{sizes differ}}",
    "HERE // expected-error {{sizes agree}}",
    "HERE // expected-error {{differ: {{[0-9]+}}}}",
    "HERE",
])  # fmt: skip
def test_another_place_kind_or_text_is_not(text):
    result = problems(text, BAD)
    assert "unexpected error: sizes differ: 3 and 4" in result
    assert len(result) == 1 + ("expected-" in text)


def test_lines_of_expectations_are_passed_over_by_above_and_below():
    text = "// expected-error @below {{one}}\n// expected-warning @below {{two}}\nHERE"
    assert problems(text, ("error", "one", "HERE"), ("warning", "two", "HERE")) == []


def test_a_number_asks_for_that_many():
    assert problems("HERE // expected-error 2 {{sizes}}", BAD, BAD) == []
    assert problems("HERE // expected-error 2 {{sizes}}", BAD) == ['expected error "sizes" was not produced']
    assert problems("HERE // expected-error {{sizes}}", BAD, BAD) == ["unexpected error: sizes differ: 3 and 4"]


def test_what_has_no_place():
    assert problems("// expected-error @unknown {{lost}}", ("error", "lost", None)) == []
    assert len(problems("HERE // expected-error {{lost}}", ("error", "lost", None))) == 2


def test_only_expected_lets_the_rest_pass():
    assert problems("HERE", BAD, only_expected=True) == []
    assert problems("HERE // expected-error {{other}}", BAD, only_expected=True) == ['expected error "other" was not produced']


def test_lines_are_counted_as_the_file_counts_them():
    assert problems("HERE // expected-error {{sizes differ}}", BAD, first_line=40) == []


def test_notes_are_expected_like_the_rest():
    def with_note(text):
        source = Source("x.mlir", text)
        note = Diagnostic("first one", source.base + text.index("THERE"), "note")
        return [problem.message for problem in unmet(source, [Diagnostic("sizes differ", source.base, "error", [note])])]

    assert with_note("HERE // expected-error {{sizes}}\nTHERE // expected-note {{first}}") == []
    assert with_note("HERE // expected-error {{sizes}}\nTHERE") == ["unexpected note: first one"]
