"""Puts the code of regular expressions into the wheel, for the Python that builds it: what the first run would keep otherwise.

Whoever installs from source gets it with the bytecode; with another Python the first run makes its own. See tfir/ir/patterns.py.
"""

import os
import subprocess
import sys
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Reading a little of each common dialect meets the expressions that most runs need.
KEEP = """
import sys

sys.dont_write_bytecode = True
sys.path[:0] = [f"{sys.argv[1]}/common", sys.argv[1]]
from tfir.ir import patterns
patterns._path = sys.argv[2]
from tfir.dialects import dialect
import tfir.text.parser, tfir.text.printer, tfopt.pipeline.reproducer
for name in ("builtin", "func", "arith", "stablehlo", "chlo", "tfg", "tf_executor", "tf"):
    known = dialect(name)
    for local in known.table:
        getattr(known.definition(local).form, "lane", None)
patterns.keep_patterns(always=True)
"""


class Hook(BuildHookInterface):
    def initialize(self, version, build_data):
        self.folder = tempfile.TemporaryDirectory()
        if version == "editable":
            return
        tag = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
        kept = os.path.join(self.folder.name, "kept")
        made = subprocess.run([sys.executable, "-I", "-c", KEEP, os.path.join(self.root, "src"), kept], capture_output=True)
        if made.returncode == 0 and os.path.exists(kept):
            build_data["force_include"][kept] = f"tfir/ir/__pycache__/patterns.{tag}.marshal"

    def finalize(self, version, build_data, artifact_path):
        self.folder.cleanup()
