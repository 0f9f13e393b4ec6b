#!/usr/bin/env python3
"""Lowers programs and writes each as a module file: the text that comes back must be the one that went in, to the byte.

    tools/check_module_files.py [--pipeline=vulkan] [--pipeline=cpu] [FILE ...]

Programs are those in the tests of tf-run and of lowering, and the models of the tests, or the files that are named. What a pipeline refuses is
passed over, and counted. Exits with 1 where a text differs.
"""

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from module_files import through_file  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402

BIN = Path(sys.executable).parent
PROGRAMS = ("test/lit/tfrun", "test/lit/tfopt/stablehlo_to_iree", "test/lit/tfopt/iree_to_spirv")


def programs() -> list[Path]:
    texts = [path for folder in PROGRAMS for path in sorted((ROOT / folder).rglob("*.mlir"))]
    return texts + sorted((ROOT / "test/models").glob("*/model.pb"))


def lowered(path: Path, pipeline: str, *flags: str) -> str:
    """The text of a program lowered; nothing where it is refused."""
    command = [str(BIN / "tf-opt"), "-", f"--pipeline={pipeline}", *flags]
    if path.suffix == ".pb":
        read = subprocess.run([str(BIN / "tf-translate"), "--graphdef-to-mlir", str(path)], capture_output=True, check=True).stdout
    else:
        read = path.read_bytes()
    done = subprocess.run(command, input=read, capture_output=True, check=False)
    return done.stdout.decode("utf-8", "surrogateescape") if done.returncode == 0 else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pipeline", action="append")
    parser.add_argument("--flag", action="append", default=[], help="of tf-opt, as --flag=--keep-ssa-names")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    counts = {"same": 0, "refused": 0, "different": 0}
    for path in arguments.files or programs():
        for pipeline in arguments.pipeline or ("vulkan", "cpu"):
            text = lowered(path, pipeline, *arguments.flag)
            counts[verdict(path, pipeline, text)] += 1
    print(counts)
    return counts["different"] > 0


def verdict(path: Path, pipeline: str, text: str) -> str:
    if not text:
        return "refused"
    try:
        back = through_file(text)
    except Error as error:
        print(f"{path} {pipeline}: {error}")
        return "different"
    if back != text:
        at = next((at for at, (one, other) in enumerate(zip(back, text)) if one != other), min(len(back), len(text)))
        print(f"{path} {pipeline}: at {at}\n  {text[max(0, at - 60) : at + 60]!r}\n  {back[max(0, at - 60) : at + 60]!r}")
    return "same" if back == text else "different"


if __name__ == "__main__":
    sys.exit(main())
