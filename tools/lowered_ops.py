"""Writes src/common/tfir/dialects/tf/lowered_to_stablehlo.txt: the ops that tf-to-stablehlo has a lowering for, one to a line.

    python tools/lowered_ops.py          rewrites the list
    python tools/lowered_ops.py --check  says what it lacks or has too many

The list is data so that tf-translate can tell what a model needs without knowing the lowerings.
"""

import pathlib
import sys
from importlib import import_module

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "src" / "common")]
LIST = ROOT / "src" / "common" / "tfir" / "dialects" / "tf" / "lowered_to_stablehlo.txt"


def lowerings() -> set[str]:
    room = import_module("tfopt.tf_to_stablehlo.tf_to_stablehlo")
    for family in room.FAMILIES:
        import_module(f"tfopt.tf_to_stablehlo.{family}")
    return set(room.LOWERINGS)


def main() -> int:
    lowered, listed = lowerings(), set(LIST.read_text().split()) if LIST.exists() else set()
    if "--check" in sys.argv:
        print("\n".join([f"+{name}" for name in sorted(lowered - listed)] + [f"-{name}" for name in sorted(listed - lowered)]))
        return int(lowered != listed)
    LIST.write_text("".join(f"{name}\n" for name in sorted(lowered)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
