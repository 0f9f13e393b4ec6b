"""Run by `inference_on_cpu.py` in the environment that has ONNX Runtime: the processor time of one inference, as JSON.

python onnxruntime_worker.py MODEL.pb INPUTS.npz OUTPUTS.npz RUNS

The model is MODEL.onnx beside it, as `python -m tf2onnx.convert --graphdef MODEL.pb ...` makes it.
"""

import json
import pathlib
import statistics
import sys
import time

import numpy as np
import onnxruntime as ort


def main():
    path, inputs, runs = pathlib.Path(sys.argv[1]).with_suffix(".onnx"), np.load(sys.argv[2]), int(sys.argv[4])
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    feeds = {port.name: inputs[port.name.split(":")[0]] for port in session.get_inputs()}
    times = []
    for number in range(runs + 5):
        start = time.process_time()
        session.run(None, feeds)
        if number >= 5:
            times.append(1e3 * (time.process_time() - start))
    json.dump({"version": ort.__version__, "median": statistics.median(times), "least": min(times)}, sys.stdout)


if __name__ == "__main__":
    main()
