"""Pipelines as text."""

import pytest
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source

from tfopt.pipeline import discovery
from tfopt.pipeline.description import (
    Nest,
    Reader,
    described,
    load_pipeline,
    named_pipelines,
    parse_pipeline,
    parse_step,
    steps_in,
    steps_of_file,
)


def shown(text: str) -> str:
    return ",".join(map(str, parse_pipeline(text)))


@pytest.mark.parametrize("text", [
    "cse",
    "cse,canonicalize",
    "builtin.module(func.func(cse,canonicalize{max-iterations=3}))",
    "builtin.module(func.func(cse),symbol-dce)",
    "any(cse)",
])  # fmt: skip
def test_reads_back_as_written(text):
    assert shown(text) == text


def test_white_space_and_comments_mean_nothing():
    assert shown(" builtin.module( func.func( cse , canonicalize{ max-iterations=3 } ) ) ") == shown(
        "builtin.module(func.func(cse,canonicalize{max-iterations=3}))"
    )


def test_line_ends_separate_only_in_files():
    text = "# what for\ncse   # why\ncanonicalize, dce\n"
    assert [str(part) for part in Reader(Source("x.txt", text), lines_separate=True).whole()] == ["cse", "canonicalize", "dce"]
    with pytest.raises(Error, match="expected ',' after parsing pipeline"):
        parse_pipeline("cse\ncanonicalize")


def test_options_have_the_types_of_the_signature():
    (step,) = parse_pipeline("canonicalize{max-iterations=3}")
    assert step.keywords == {"max_iterations": 3}
    assert parse_step("tfg-lift-graph-to-func", "feeds=a,b fetches='c, d'").keywords == {"feeds": ("a", "b"), "fetches": ("c", "d")}


def test_lists_add_up_and_of_the_rest_the_last_holds():
    (step,) = parse_pipeline("tfg-lift-graph-to-func{feeds={a,b} fetches=x feeds=c}")
    assert step.keywords == {"feeds": ("a", "b", "c"), "fetches": ("x",)}
    (step,) = parse_pipeline("canonicalize {max-iterations=3 max-iterations=4}")
    assert step.keywords == {"max_iterations": 4}


@pytest.mark.parametrize("written, value", [
    ("a", "a"), ("{a b}", "a b"), ("'a b'", "a b"), ('"a b"', "a b"), ('a"b"c', 'a"b"c'), ("p{x=1 y=\" {} \"}", "p{x=1 y=\" {} \"}"), ("", ""),
])  # fmt: skip
def test_quotes_and_braces_around_a_value_come_off(written, value):
    given, _ = Reader(Source("", f"option={written} other=1"), lines_separate=False).options_until_end()
    assert given == {"option": [value], "other": ["1"]}


def test_a_pipeline_reads_back_as_it_is_described():
    pipeline = parse_pipeline(
        "any(cse),builtin.module(func.func(canonicalize{top-down=false})),tfg-lift-graph-to-func{feeds={a,b} fetches=c}"
    )
    for in_lines in (False, True):
        assert described(parse_pipeline(described(pipeline, in_lines)), in_lines) == described(pipeline, in_lines)


@pytest.mark.parametrize("text, message, column", [
    ("csee", "unknown pass 'csee'; did you mean 'cse'?", 1),
    ("builtin.module(cse", "encountered unbalanced parentheses while parsing pipeline", 19),
    ("cse)", "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline", 4),
    ("cse,", "'' does not refer to a registered pass or pass pipeline", 5),
    ("cse,,dce", "expected the name of a pass", 5),
    ("canonicalize{max-iterations=3", "missing closing '}' while processing pass options", 30),
    ("canonicalize{depth=3}", "no such option depth", 14),
    ("canonicalize{max-iterations=x}", "'x' value invalid for integer argument!", 14),
    ("canonicalize{max-iterations='3}", "this quote is not closed", 29),
])  # fmt: skip
def test_errors_say_where(text, message, column):
    with pytest.raises(Error) as caught:
        parse_pipeline(text)
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.place().column == column


def test_named_pipelines_load_and_say_what_they_are_for():
    for name, path in named_pipelines().items():
        assert list(steps_in(load_pipeline(name)))
        with open(path) as file:
            assert file.readline().startswith("# ")


def steps_of(folder, **files):
    """The steps of the pipeline `whole`, of files by name; those of a folder `parts` with two underscores in front of them."""
    (folder / "parts").mkdir()
    for name, text in files.items():
        path = folder / "parts" / f"{name[2:]}.txt" if name.startswith("__") else folder / f"{name}.txt"
        path.write_text(text)
    return [str(step) for step in steps_in(steps_of_file(str(folder / "whole.txt")))]


def test_a_file_includes_parts_and_pipelines(tmp_path):
    steps = steps_of(
        tmp_path,
        whole="# W\ncse\ninclude head  # first\ninclude other\ndce\n",
        __head="# H\ncanonicalize, cse\ninclude tail\n",
        __tail="# T\nsymbol-dce\n",
        other="# O\ndce\n",
    )
    assert steps == ["cse", "canonicalize", "cse", "symbol-dce", "dce", "dce"]


@pytest.mark.parametrize("files, line, message", [
    ({"whole": "# W\ncse\ninclude nothing\n"}, "include nothing", "there is no pipeline 'nothing' to include"),
    ({"whole": "# W\ninclude whole\n"}, "include whole", "'whole' includes itself"),
    ({"whole": "# W\ninclude part\n", "__part": "# P\ninclude whole\n"}, "include whole", "'whole' includes itself"),
    ({"whole": "# W\ninclude part\n", "__part": "# P\nno-pass\n"}, "no-pass", "part.txt:2:1: error: unknown pass 'no-pass'"),
])  # fmt: skip
def test_what_cannot_be_included_is_told_at_its_place(tmp_path, files, line, message):
    with pytest.raises(Error) as caught:
        steps_of(tmp_path, **files)
    assert message in caught.value.render() and line in caught.value.render()


def test_text_of_a_command_line_includes_nothing():
    with pytest.raises(Error, match="unknown pass 'include'"):
        parse_pipeline("include stablehlo")


def test_steps_are_found_whatever_their_nesting():
    pipeline = parse_pipeline("builtin.module(func.func(cse),dce),canonicalize")
    assert isinstance(pipeline[0], Nest)
    assert [step.run.name for step in steps_in(pipeline)] == ["cse", "dce", "canonicalize"]


def test_a_file_of_a_room_that_is_no_pass_is_none():
    assert not discovery.is_pass("rules") and not discovery.is_pass("tf") and not discovery.is_pass("main")


def test_a_pass_knows_its_anchor_options_and_title():
    result = discovery.load("symbol-dce")
    assert (result.anchors, result.options, result.title) == (("builtin.module",), {}, "SymbolDCE")
    assert discovery.load("canonicalize").anchors is None
    assert discovery.load("infer-shapes").takes_input_shapes
