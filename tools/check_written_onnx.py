#!/usr/bin/env python3
"""Holds what ONNX Runtime computes of models that are written here against what others computed of the programs.

    python -m venv /tmp/onnx && /tmp/onnx/bin/pip install onnx==1.23.2 onnxruntime==1.32.0
    tools/check_written_onnx.py --onnx=/tmp/onnx/bin/python [--random=N] [--seed=N] [--only=REGEX] [--keep=FOLDER] [FOLDER...]

A folder holds models with their outputs, or programs of JAX as jax_programs.py exports them. Each goes through `--pipeline=onnx` and is written as a
model, which ONNX's checker and ONNX Runtime take. `--random` programs of StableHLO are held against the interpreter. What differs or is refused
is a line; the model is kept in FOLDER. Exits with 1 where one differs, crashes, or is refused by ONNX Runtime for another reason than a kernel
that it does not have.
"""

import argparse
import re
import sys
from pathlib import Path

import check_relay
import numpy as np
from check_relay import Checker
from peer_process import Failed, Peer, array_of, packed
from random_stablehlo import kinds_of_tvm
from random_stablehlo_legs import ON_DEVICES, as_pairs, of_pairs, passed, told_difference
from random_stablehlo_ops import AnyOp

from tfopt.pipeline.description import load_pipeline
from tftranslate.onnx.export_model import export_model

PATIENCE = 300.0  # seconds for a model

SERVER = """
import numpy as np, ml_dtypes, onnx, onnxruntime

def array(dtype, shape, data):
    return np.frombuffer(data, getattr(ml_dtypes, dtype, None) or np.dtype(dtype)).reshape(shape)

def answer(request):
    data, arrays = request
    model = onnx.load_from_string(data)
    onnx.checker.check_model(model, full_check=True)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    given = {port.name: array(*each) for port, each in zip(session.get_inputs(), arrays, strict=True)}
    results = [np.asarray(each) for each in session.run(None, given)]
    return [(each.dtype.name, each.shape, each.tobytes()) for each in results]
"""


def kinds(seed: str) -> list[str]:
    """Element types for a drawn program, among those that ONNX Runtime takes as NumPy's arrays."""
    floats = ["f32" if each == "bf16" or each.startswith(("f8", "f6", "f4")) else each for each in kinds_of_tvm(seed)]
    return [re.sub("i[24]$", "i8", each) for each in floats]


class OnnxChecker(Checker):
    PIPELINE = "onnx"

    def __init__(self, keep: Path | None, peer: Peer):
        super().__init__(keep)
        self.peer = peer

    def read_back(self, module):
        return module

    def taken(self, arrays) -> list:
        return as_pairs(arrays)

    def computed(self, module, name: str, arrays) -> list:
        data = export_model(module).SerializeToString()
        self.text = data
        try:
            return [array_of(*each) for each in self.peer.ask((data, [packed(each) for each in self.taken(arrays)]))]
        except Failed as reason:
            lacks = re.search(r"NOT_IMPLEMENTED|NotImplemented|Numpy", str(reason))
            raise check_relay.Told(f"{'no kernel' if lacks else 'not taken'}: {str(reason)[:300]}") from None

    def drawn(self, program) -> str | None:
        def run(drawn) -> list:
            return of_pairs(drawn, self.computed(passed(drawn, load_pipeline("onnx")), "main", drawn.arrays))

        wrong = told_difference(program, run, ON_DEVICES)
        return f"differs: {wrong}" if wrong else None

    def kept(self, name: str) -> None:
        (self.keep / f"{name}.onnx").write_bytes(self.text)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--onnx", required=True, metavar="PYTHON")
    arguments = check_relay.given(options)
    peer = Peer(arguments.onnx, SERVER, PATIENCE)
    checker = OnnxChecker(arguments.keep, peer)
    try:
        check_relay.check_all(checker, arguments, lambda seed: AnyOp(seed, kinds(seed)).program(6))
    finally:
        peer.end()
    return 1 if checker.counts["differs"] + checker.counts["crashed"] + checker.counts["not taken"] else 0


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        sys.exit(main())
