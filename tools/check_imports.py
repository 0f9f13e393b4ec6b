"""Compares the text of imported GraphDefs with what TensorFlow's own importers print.

For maintainers: it needs TensorFlow beside this project. Each argument is a GraphDef, binary or text. Prints one line per file:
how many lines of the executor's form differ, of how many, and the ops on whose lines types begin to differ. Functions keep their
names here, while the importer appends a number to each; that is evened out. TensorFlow's importer of tfg cannot be reached from
Python: --tfg=COMMAND names a program that is given a file and prints it as that importer does.

    python tools/check_imports.py [--tfg="python tfg.py import"] model.pb graph.pbtxt
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

WRAPPED = re.compile(r'.*wraps "([\w.]+)"|.*= (tf_executor\.[\w.]+)|.*(func\.func)').match


def upstream(path: str) -> str:
    import tensorflow as tf
    from google.protobuf import text_format
    from tensorflow.core.framework.graph_pb2 import GraphDef

    with open(path, "rb") as file:
        data = file.read()
    is_text = path.endswith((".pbtxt", ".textproto"))
    graph = text_format.Parse(data.decode(), GraphDef()) if is_text else GraphDef.FromString(data)
    text = tf.mlir.experimental.convert_graph_def(graph, pass_pipeline="")
    for function in graph.library.function:
        text = re.sub(rf"@{re.escape(function.signature.name)}0\b", f"@{function.signature.name}", text)
    return text


def ours(path: str, *flags: str) -> str:
    from tftranslate.main import main

    with tempfile.NamedTemporaryFile("r") as file:
        if main([*flags, path, "-o", file.name]) != 0:
            return ""
        with open(file.name, encoding="utf-8", errors="replace") as text:  # it was put in the place of the one that was open
            return text.read()


def differences(mine: str, theirs: str) -> tuple[int, Counter]:
    """How many lines differ, and the ops of those whose operands have the same types."""
    lines, roots = 0, Counter()
    for one, other in zip(mine.split("\n"), theirs.split("\n")):
        if one != other:
            lines += 1
            wrapped = WRAPPED(other)
            if wrapped and one.rsplit(" : ", 1)[-1].split(" -> ")[0] == other.rsplit(" : ", 1)[-1].split(" -> ")[0]:
                roots[wrapped[1] or wrapped[2] or wrapped[3]] += 1
    return lines + abs(mine.count("\n") - theirs.count("\n")), roots


def compare(path: str, form: str, theirs: str, *flags: str) -> bool:
    count, roots = differences(ours(path, *flags), theirs)
    named = "".join([f", {name} {times}" for name, times in roots.most_common()])
    print(f"{path}: {form}: {count} of {theirs.count(chr(10))} lines differ{named}")
    return count > 0


def main() -> int:
    command = [argument.removeprefix("--tfg=") for argument in sys.argv[1:] if argument.startswith("--tfg=")]
    different = 0
    for path in [argument for argument in sys.argv[1:] if not argument.startswith("--")]:
        if command:
            done = subprocess.run([*shlex.split(command[0]), path], capture_output=True, text=True, check=False)
            different += compare(path, "tfg", done.stdout, "--graphdef-to-mlir", "--materialize-defaults")
        try:
            theirs = upstream(path)
        except Exception as refusal:  # whatever the importer finds wrong with a model is reported, and the next one follows
            print(f"{path}: executor: TensorFlow refuses it: {refusal}")
            continue
        different += compare(path, "executor", theirs, "--graphdef-to-mlir=executor")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
