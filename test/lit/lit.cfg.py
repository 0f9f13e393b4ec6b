"""How `lit test/lit` runs: RUN lines inside lit's own worker processes, or as real processes with -Dreal=1.

The tools are those of the Python that runs lit. Tests that need a Vulkan device say `REQUIRES: vulkan`; without a device
they are reported as unsupported, by name.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [HERE, os.environ.get("PYTHONPATH")]))

from in_process import CheckedTest, has_vulkan_device  # noqa: E402

config.name = "tfir"  # noqa: F821 - lit defines `config` and `lit_config` for this file
config.suffixes = [".mlir", ".ll", ".pbtxt", ".test"]  # noqa: F821
config.excludes = ["Inputs", "Output"]  # noqa: F821
config.test_source_root = HERE  # noqa: F821
config.test_exec_root = os.path.join(HERE, "Output")  # noqa: F821
config.test_format = CheckedTest(in_process="real" not in lit_config.params)  # noqa: F821

scripts = os.path.dirname(sys.executable)
config.environment["PATH"] = os.pathsep.join([scripts, os.environ.get("PATH", "")])  # noqa: F821
for name in (
    "VK_ICD_FILENAMES",
    "VK_DRIVER_FILES",
    "LP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "XDG_RUNTIME_DIR",
    "HOME",
    "COVERAGE_PROCESS_CONFIG",
):
    if name in os.environ:
        config.environment[name] = os.environ[name]  # noqa: F821
config.environment["OPENBLAS_NUM_THREADS"] = "1"  # noqa: F821

if has_vulkan_device():
    config.available_features.add("vulkan")  # noqa: F821
else:
    lit_config.note("no Vulkan device: tests that require one are unsupported")  # noqa: F821
