"""Writes the lists of tf ops that are read without the modules they are of:

    python tools/op_lists.py          writes them again
    python tools/op_lists.py --check  says what they lack or have too many

lowered_to_stablehlo.txt    the ops that tf-to-stablehlo has a lowering for, so that tf-translate can tell what a model needs
op_lists.txt                the families, with the ops of which each says what they compute, so that only the family of an op is imported
"""

import pathlib
import sys
import textwrap
from importlib import import_module

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "src" / "common")]
DIALECT = ROOT / "src" / "common" / "tfir" / "dialects" / "tf"
WIDTH = 136
HEAD = "# In which module stands what an op computes; written by tools/op_lists.py, read by tfir/ods/op_lists.py.\n"


def lowered_text() -> str:
    room = import_module("tfopt.tf_to_stablehlo.tf_to_stablehlo")
    for family in room.FAMILIES:
        import_module(f"tfopt.tf_to_stablehlo.{family}")
    return "".join(f"{name}\n" for name in sorted(room.LOWERINGS))


def families_text() -> str:
    semantics_in = import_module("tfir.ods.semantics").semantics_in
    modules = {path.stem: import_module(f"tfir.dialects.tf.{path.stem}") for path in sorted(DIALECT.glob("[a-z]*.py"))}
    ops = {family: " ".join(sorted(semantics_in(module))) for family, module in modules.items()}
    lines = {family: textwrap.fill(names, WIDTH, initial_indent="    ", subsequent_indent="    ") for family, names in ops.items() if names}
    return HEAD + "".join(f"\n{family}\n{names}\n" for family, names in lines.items())


def main() -> int:
    status = 0
    for name, text in (("lowered_to_stablehlo.txt", lowered_text()), ("op_lists.txt", families_text())):
        path = DIALECT / name
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
