#!/usr/bin/env python3
"""Records what TFLite's reference kernels answer for drawn operations: of each operator, each set of element types and each number of calls the first.

    tools/record_tflite_ops.py --tensorflow=PYTHON [--seed=N] > test/support/tflite_values.jsonl

PYTHON is an interpreter that has TensorFlow.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from check_tflite_ops import answers
from tflite_cases import cases


def kind(case: dict) -> tuple:
    """What tells cases apart, of which one is enough."""
    types = [each and (each["type"], "scale" in each) for each in (*case["operands"], *case["results"])]
    return (case["op"], case.get("calls", 1), *types)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", required=True)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    recorded = set()
    for case in answers(arguments.tensorflow, cases(arguments.seed)):
        if "error" not in case and kind(case) not in recorded:
            recorded.add(kind(case))
            print(json.dumps(case, separators=(",", ":")))


if __name__ == "__main__":
    main()
