"""Run by `inference_on_cpu.py` in the environment that has OpenVINO: the processor time of one inference in f32, as JSON.

python openvino_worker.py MODEL.pb INPUTS.npz OUTPUTS.npz RUNS
"""

import json
import statistics
import sys
import time

import numpy as np
import openvino as ov


def main():
    model, inputs, runs = sys.argv[1], np.load(sys.argv[2]), int(sys.argv[4])
    core = ov.Core()
    settings = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32"}
    shapes = {name: list(inputs[name].shape) for name in inputs.files}
    network = core.read_model(model)
    network.reshape(
        {port: shapes[next(name for name in port.names if name.split(":")[0] in shapes).split(":")[0]] for port in network.inputs}
    )
    request = core.compile_model(network, "CPU", settings).create_infer_request()
    names = {port: next(name for name in port.names if name.split(":")[0] in inputs.files).split(":")[0] for port in network.inputs}
    feeds = {port.any_name: inputs[name] for port, name in names.items()}
    times = []
    for number in range(runs + 5):
        start = time.process_time()
        request.infer(feeds)
        if number >= 5:
            times.append(1e3 * (time.process_time() - start))
    json.dump({"version": ov.__version__, "median": statistics.median(times), "least": min(times)}, sys.stdout)


if __name__ == "__main__":
    main()
