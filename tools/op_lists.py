"""Writes the lists of tf ops that are read without the modules they are of:

    python tools/op_lists.py          writes them again
    python tools/op_lists.py --check  says what they lack or have too many

lowered_to_stablehlo.txt    the modules of tf-to-stablehlo, with the ops that each lowers, so that only those are imported, and tf-translate can tell
                            what a model needs
taken_apart.txt             the ops that passes take apart or away, which no lowering meets then
docs/bridge.md              what becomes of the ops that TensorFlow's bridge lowers
op_lists.txt                the families, with the ops of which each says what they compute, so that only the family of an op is imported
"""

import pathlib
import re
import sys
import textwrap
from importlib import import_module

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "src" / "common")]
DIALECT = ROOT / "src" / "common" / "tfir" / "dialects" / "tf"
WIDTH = 136
LOWERINGS = ROOT / "src" / "tfopt" / "tf_to_stablehlo"
LOWERED = "# Which module of tf_to_stablehlo lowers an op; written by tools/op_lists.py, read by tfir/ods/op_lists.py.\n"
TAKEN_APART = "# Ops that a pass takes apart before any lowering; written by tools/op_lists.py, read by tftranslate/inspection.\n"
HEAD = "# In which module stands what an op computes; written by tools/op_lists.py, read by tfir/ods/op_lists.py.\n"


def lowered_text() -> str:
    registered = import_module("tfopt.tf_to_stablehlo.lowering").LOWERINGS
    ops: dict[str, set[str]] = {}
    for path in sorted(LOWERINGS.glob("[a-z]*.py")):
        add_lowered(path.stem, ops, registered)
    return in_lists(LOWERED, {module: sorted(names) for module, names in sorted(ops.items())})


def add_lowered(module: str, ops: dict[str, set[str]], registered: dict) -> None:
    """Notes the ops that a module lowers itself: those that its import adds when what it imports of its room is there already."""
    if module in ops:
        return
    ops[module] = set()
    for one, several in re.findall(
        r"^from tfopt\.tf_to_stablehlo(?:\.(\w+))? import (.*)", (LOWERINGS / f"{module}.py").read_text(), re.MULTILINE
    ):
        for other in [one] if one else [name.split(" as ")[0] for name in several.split(", ")]:
            add_lowered(other, ops, registered)
    before = set(registered)
    import_module(f"tfopt.tf_to_stablehlo.{module}")
    ops[module] = registered.keys() - before


def in_lists(head: str, lists: dict[str, list[str]]) -> str:
    lines = {
        name: textwrap.fill(" ".join(ops), WIDTH, initial_indent="    ", subsequent_indent="    ") for name, ops in lists.items() if ops
    }
    return head + "".join(f"\n{name}\n{ops}\n" for name, ops in lines.items())


def taken_apart_text() -> str:
    room = import_module("tfopt.tf.tf_decompose_resource_ops")
    names = [f"tf.{name}" for name in import_module("tfir.dialects").dialect("tf").table]
    ops = [name.removeprefix("tf.") for name in names if name in room.DECOMPOSITIONS or room.step_called(name)]
    ragged = import_module("tfopt.tf.tf_ragged_variants_to_tensors")
    encoding = [name.removeprefix("tf.") for name in (ragged.ENCODE, ragged.DECODE, ragged.GRADIENT)]
    return in_lists(TAKEN_APART, {"tf_decompose_resource_ops": sorted(ops), "tf_ragged_variants_to_tensors": sorted(encoding)})


def families_text() -> str:
    semantics_in = import_module("tfir.ods.semantics").semantics_in
    modules = {path.stem: import_module(f"tfir.dialects.tf.{path.stem}") for path in sorted(DIALECT.glob("[a-z]*.py"))}
    return in_lists(HEAD, {family: sorted(semantics_in(module)) for family, module in modules.items()})


def bridge_text() -> str:
    return import_module("op_reference").bridge_page()


def main() -> int:
    status = 0
    for path, text_of in (
        (DIALECT / "lowered_to_stablehlo.txt", lowered_text),
        (DIALECT / "taken_apart.txt", taken_apart_text),
        (DIALECT / "op_lists.txt", families_text),
        (ROOT / "docs" / "bridge.md", bridge_text),  # of the lists above
    ):
        name, text = path.name, text_of()
        listed, written = set(path.read_text().split()) if path.exists() else set(), set(text.split())
        if "--check" not in sys.argv:
            path.write_text(text)
        elif listed != written:
            print(
                "\n".join(
                    [f"{name}: +{word}" for word in sorted(written - listed)] + [f"{name}: -{word}" for word in sorted(listed - written)]
                )
            )
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
