"""Writes reference pages of all dialects, one page for each, as Markdown or HTML: what `tf-opt --describe-op` says of each op.

python tools/op_reference.py --output=reference [--format=html] [DIALECT ...]
python tools/op_reference.py --traits > docs/traits.md
python tools/op_reference.py --bridge > docs/bridge.md
"""

from __future__ import annotations

import argparse
import html
from pathlib import Path

from tfir.dialects import lookup
from tfir.dialects.tf import bridge
from tfir.ods.description import Entry, OpDescription, sections, semantics_text
from tfir.ods.traits import TRAITS

from tfopt.reference import dialects, ops_in_words
from tfopt.ways import ways_of

STYLE = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}pre{background:#f4f4f4;padding:.6em;overflow:auto}td{padding:.1em 1em .1em 0;vertical-align:top}"


def markdown_page(name: str, ops: list[OpDescription]) -> str:
    return "\n".join([f"# {name}", "", *[part for op in ops for part in markdown_op(op)]])


def markdown_op(op: OpDescription) -> list[str]:
    parts = [f"## {op.name}", "", f"    {op.line}", "", *([op.prose, ""] if op.prose else [])]
    for title, entries in sections(op):
        parts += [f"{title}:", "", *[f"- `{entry.name}`: {described(entry)}" for entry in entries], ""]
    if op.assembly:
        parts += ["Assembly:", "", f"    {op.assembly}", ""]
    if op.remarks:
        parts += [op.remarks, ""]
    if op.formula:
        parts += ["Computes:", "", *[f"    {line}" for line in op.formula.split("\n")], ""]
    parts += [semantics_text(op), ""]
    return [*parts, *[f"- To {target}: {way}." for target, way in ways_of(lookup(op.name)).items()], ""]


def html_page(name: str, ops: list[OpDescription]) -> str:
    contents = " ".join([f'<a href="#{op.name}">{html.escape(op.name.partition(".")[2])}</a>' for op in ops])
    body = "\n".join(map(html_op, ops))
    title = html.escape(name)
    return f'<!doctype html>\n<meta charset="utf-8">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n<p>{contents}</p>\n{body}\n'


def html_op(op: OpDescription) -> str:
    parts = [f'<h2 id="{op.name}">{html.escape(op.name)}</h2>', preformatted(op.line)]
    for title, entries in sections(op):
        rows = "".join([f"<tr><td><code>{html.escape(entry.name)}</code><td>{html.escape(described(entry))}" for entry in entries])
        parts.append(f"<h3>{title}</h3><table>{rows}</table>")
    if op.assembly:
        parts.append(f"<h3>Assembly</h3>{preformatted(op.assembly)}")
    if op.remarks:
        parts.append(f"<p>{html.escape(op.remarks)}</p>")
    if op.formula:
        parts.append(f"<h3>Computes</h3>{preformatted(op.formula)}")
    return "\n".join([*parts, f"<p>{html.escape(semantics_text(op))}</p>"])


def preformatted(text: str) -> str:
    return f"<pre>{html.escape(text)}</pre>"


def described(entry: Entry) -> str:
    return entry.kind + (f"; {entry.default} when it is left out" if entry.default is not None else "")


def index_page(names: list[tuple[str, str]], suffix: str) -> str:
    if suffix == "html":
        rows = "".join([f'<li><a href="{name}.html">{name}</a>: {words}' for name, words in names])
        return f'<!doctype html>\n<meta charset="utf-8">\n<title>Dialects</title>\n<style>{STYLE}</style>\n<h1>Dialects</h1>\n<ul>{rows}</ul>\n'
    return "\n".join(["# Dialects", "", *[f"- [{name}]({name}.md): {words}" for name, words in names], ""])


TRAITS_PAGE = """\
# Traits

What an op's line in a table says of it beyond its signature: `!name` or `!name(argument, ...)`, behind the results. A pass asks
`has_trait(op, "elementwise")` (`tfir.dialects`; of `tf`, `tfg` and `tf_executor` ops alike, whose traits are those of TensorFlow's table), and
`trait_arguments(op, "branch")` for what stands in the parentheses; `with_trait("stablehlo", "view")` lists the ops that have one. A module
that would list four or more ops sharing a trait asks for the trait instead (`test/unit/test_house.py`). `passthrough` implies
`movement`; what only moves, repeats or makes up elements is `exact` without saying so. How far results may be off is told by one of `exact`, `ulp`,
`summed`, `library` and `composed` ([accuracy.md](accuracy.md)). `tf-opt --describe-op=tf.Relu` prints the traits of an op. This page is made from `src/common/tfir/ods/traits.py`.

| trait | means of an op that has it | held against |
|---|---|---|
"""


def traits_page() -> str:
    """`docs/traits.md`."""
    rows = [
        f"| `{trait.name}{f'({trait.arguments})' if trait.arguments else ''}` | {trait.meaning} | {trait.held_by} |"
        for trait in TRAITS.values()
    ]
    return TRAITS_PAGE + "\n".join(rows) + "\n"


BRIDGE_PAGE = """\
# TensorFlow's ops on their way to StableHLO

The ops that TensorFlow's own bridge to XLA lowers: those for which XLA's just-in-time compilation on a CPU has a kernel in TensorFlow
2.21 (`k`), and those for which its dialect has patterns (`p`); and what `--pipeline=stablehlo` makes of each. *lowered* names the element
types; text and handles are in none. *before* is the pass that takes the op away: variables become arguments and results, lists and arrays
tensors, regions functions. *not lowered* says why. All other ops whose values are computed here are host steps with `--allow-host-ops`;
`tf-opt --describe-op=tf.NAME` tells of any op.

Where TensorFlow's kernels and XLA's differ, what is lowered gives the kernel's answer, so that a graph has the same numbers before and after:
draws by `alg = AUTO` (3) are Philox's, as on a CPU, where XLA would take a generator of its own. Three things are as XLA has them instead: the
order that `TopKV2` leaves with `sorted = false`, where it puts NaN if k is more than 1 (the kernel has both from the comparisons of a heap,
which end elsewhere for each k; lowered, the largest come in falling order, and NaN before infinity, and a warning says so; with `--allow-host-ops`
it is a step of the host, and the order the kernel's), and sums in f16 and bf16, which
[are rounded once](accuracy.md). Eigenvectors, and singular vectors of real matrices, come of Jacobi's rotations, as XLA's: some have the other
sign than the kernel's, a left and a right one together, and what `full_matrices` adds to a basis is another one. XLA's signs are others again.

Indices that the program computes are not looked at: of one outside a gather takes the nearest element and a scatter nothing, as XLA's do, where the kernel ends the program. Told is,
in the kernel's words, what shapes and constants decide of variables, arrays, stacks and lists, and what counted loops ask of lists. `TensorListElementShape` gives
the shape that is known, as XLA's, where the kernel gives the one that was said.

Four ops that neither XLA's compilation nor the dialect's patterns have, and that stand in no line below, are computed by kernels of TensorFlow's alone. They become a
`custom_call` by the op's name, which `tf-run` answers and other tools do not: `Eig`, whose order of eigenvalues and phases of vectors come from the steps of Eigen's QR
iteration (`@tf.Eig`; JAX calls LAPACK, which has others), `MatrixSquareRoot` and `MatrixLogarithm`, which go by the same Schur form, so that singular and defective matrices
have TensorFlow's numbers, and `CTCBeamSearchDecoder`, whose paths are a tree that grows in a heap.

Ops whose results nothing needs, behind a control edge alone, are run where TensorFlow runs them: stateful ones, but for reads of variables (Grappler, which TensorFlow's
sessions use unless told otherwise, turns these and pure ops into NoOps). So a look-up in a table that is not initialized, a read outside of an array, a draw from an
empty range end the program on devices too, and what a pure op would refuse there (a division by zero, an index of a gather) is not told. A
graph that `tf-run` interprets as it is runs all of its nodes, as TensorFlow does without Grappler. Without `--allow-host-ops` a stateful op that has no lowering and no
readers is left out, as assertions are. A draw whose sizes are constants, in a function that Grappler inlines behind a `Switch` of frames, is made in TensorFlow whichever
side is taken; here where the function runs.

This page is made from `src/common/tfir/dialects/tf/bridge.txt`.

| op | upstream | here |
|---|---|---|
"""


def bridge_page() -> str:
    """`docs/bridge.md`."""
    names = sorted({*bridge.lists()[bridge.KERNELS], *bridge.lists()[bridge.PATTERNS], *bridge.excluded()})
    ways = [(name, "".join([way[0] for way in bridge.ways_of_upstream(name)]) or "-", way_in_words(name)) for name in names]
    return BRIDGE_PAGE + "\n".join([f"| `{name}` | {upstream} | {way} |" for name, upstream, way in ways]) + "\n"


def way_in_words(name: str) -> str:
    way = bridge.way_to_stablehlo(name)
    return way.replace("lowered by tf-to-stablehlo, in ", "lowered: ").replace("taken away before by ", "before: ")


def write(folder: Path, form: str, chosen: list[str]) -> None:
    suffix, page = ("html", html_page) if form == "html" else ("md", markdown_page)
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for dialect in dialects():
        if len(dialect.table) and (not chosen or dialect.name in chosen):
            ops = [OpDescription(lookup(f"{dialect.name}.{local}")) for local in sorted(dialect.table)]
            (folder / f"{dialect.name}.{suffix}").write_text(page(dialect.name, ops), encoding="utf-8")
            names.append((dialect.name, ops_in_words(dialect)))
    (folder / f"index.{suffix}").write_text(index_page(names, suffix), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=Path, help="the folder to write into")
    parser.add_argument("--traits", action="store_true", help="print the page of traits")
    parser.add_argument("--bridge", action="store_true", help="print the page of ops that TensorFlow's bridge lowers")
    parser.add_argument("--format", choices=("markdown", "html"), default="markdown")
    parser.add_argument("dialects", nargs="*")
    arguments = parser.parse_args()
    if arguments.traits:
        print(traits_page(), end="")
    if arguments.bridge:
        print(bridge_page(), end="")
    if arguments.output:
        write(arguments.output, arguments.format, arguments.dialects)


if __name__ == "__main__":
    main()
