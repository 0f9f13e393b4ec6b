"""Holds training by tf-run to TensorFlow: the same losses step by step, and checkpoints that TensorFlow's Saver restores and goes on from.

    python tools/check_training.py --tensorflow=PYTHON [--steps=40]

PYTHON is an interpreter that has TensorFlow. The graph and the data are those of docs/training.md.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.DOTALL)
TF_RUN = (sys.executable, "-c", "import sys; from tfrun.main import main; sys.argv[0] = 'tf-run'; main()")
TF_TRANSLATE = (sys.executable, "-c", "import sys; from tftranslate.main import main; sys.argv[0] = 'tf-translate'; main()")
WITH_TENSORFLOW = """
import json, sys
import numpy as np
import tensorflow.compat.v1 as tf
steps, size = int(sys.argv[1]), 50
data, graph_def = np.load("digits.npz"), tf.GraphDef()
graph_def.ParseFromString(open("digits.pb", "rb").read())
with tf.Graph().as_default() as graph:
    tf.import_graph_def(graph_def, name="")
    def run(session, first, count):
        losses = []
        for step in range(first, first + count):
            at = step % (400 // size) * size
            rows = {name + ":0": data[name][at : at + size] for name in ("image", "label")}
            losses.append(float(session.run(["loss:0", "train"], rows)[0]))
        return losses
    with tf.Session() as session:
        session.run("init")
        losses = run(session, 0, 2 * steps)
        whole = {name: session.run(f"{name}/Read:0") for name in "wb"}
    reader = tf.train.load_checkpoint("ckpt")
    saved = {name: reader.get_tensor(name) for name in reader.get_variable_to_shape_map()}
    assert tf.train.latest_checkpoint("ckpt") == f"ckpt/model-{steps}"
    with tf.Session() as session:
        for name in "wb":
            session.run(f"{name}/Assign", {f"zeros/{name}:0": saved[name]})
        after = run(session, steps, steps)
np.savez("tensorflow.npz", **whole)
print(json.dumps({"losses": losses, "after": after, "names": sorted(saved)}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tensorflow", required=True)
    parser.add_argument("--steps", type=int, default=40)
    given = parser.parse_args()
    blocks = BLOCK.findall((ROOT / "docs" / "training.md").read_text())
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "digits.mlir").write_text(next(body for kind, body in blocks if kind == "mlir"))
        for words in ([sys.executable, "-c", next(body for kind, body in blocks if kind == "python")],
                      [*TF_TRANSLATE, "--mlir-to-graphdef", "digits.mlir", "-o", "digits.pb"]):  # fmt: skip
            subprocess.run(words, cwd=folder, check=True)
        common = ["--device=interpreter", "--feed-from=@digits.npz", "--batch-size=50", "--save=ckpt", f"--repeat={given.steps}"]
        first = losses(folder, "digits.pb", "--fetch=^init", "--fetch=loss,^train", *common)
        program = [given.tensorflow, "-c", WITH_TENSORFLOW, str(given.steps)]
        done = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr[-2000:])
        told = json.loads(done.stdout.splitlines()[-1])
        second = losses(folder, "digits.pb", "--fetch=loss,^train", "--restore", *common)
        ours = numpy.array(first + second)
        difference = numpy.abs(ours - told["losses"]).max() / numpy.abs(told["losses"]).max()
        restored = numpy.abs(numpy.array(second) - told["after"]).max() / numpy.abs(told["losses"]).max()
        print(f"{2 * given.steps} steps: loss {ours[0]:.4f} to {ours[-1]:.4f}; losses differ by {difference:.1e} of the largest")
        print(f"TensorFlow goes on from the checkpoint ({', '.join(told['names'])}): its losses differ by {restored:.1e}")
        sys.exit(int(max(difference, restored) > 1e-5))  # of NumPy, which says False and exits with 1


def losses(folder: str, *words: str) -> list[float]:
    text = subprocess.run([*TF_RUN, *words], cwd=folder, capture_output=True, text=True, check=True).stdout
    return [float(number) for number in re.findall(r"loss=(\S+)", text)]


if __name__ == "__main__":
    main()
