"""What hatchling does beyond copying: the commands' launchers, and the code of the regular expressions.

Launchers: what pip makes of an entry point imports `re` (before pip 25.3), which takes longer than `tf-opt` takes for an empty module.
So the commands are plain scripts where such can run: on a system with `#!` lines, which must not hold a blank. Elsewhere they are
entry points.

Regular expressions: the wheel holds their code for the Python that builds it, what the first run would keep otherwise. Whoever
installs from source gets it with the bytecode; with another Python the first run makes its own. See tfir/ir/patterns.py.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

COMMANDS = {"tf-translate": "tftranslate.main", "tf-opt": "tfopt.main", "tf-run": "tfrun.main"}
LAUNCHER = """#!python
import sys

from {module} import main

sys.exit(main())
"""
LONGEST = 127  # characters of a `#!` line that every system takes
IS_PLAIN = os.name == "posix" and " " not in sys.executable and len(f"#!{sys.executable}\n") <= LONGEST

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


class Metadata(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata):
        metadata["scripts"] = {} if IS_PLAIN else {name: f"{module}:main" for name, module in COMMANDS.items()}


class Build(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        self.folder = tempfile.TemporaryDirectory()
        for name, module in COMMANDS.items() if IS_PLAIN else ():
            build_data["shared_scripts"][self.launcher(name, module)] = name
        if version != "editable":
            self.keep_patterns(build_data)

    def launcher(self, name, module):
        path = pathlib.Path(self.folder.name, name)
        path.write_text(LAUNCHER.format(module=module))
        path.chmod(0o755)
        return str(path)

    def keep_patterns(self, build_data):
        tag = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
        kept = os.path.join(self.folder.name, "kept")
        made = subprocess.run([sys.executable, "-I", "-c", KEEP, os.path.join(self.root, "src"), kept], capture_output=True)
        if made.returncode == 0 and os.path.exists(kept):
            build_data["force_include"][kept] = f"tfir/ir/__pycache__/patterns.{tag}.marshal"

    def finalize(self, version, build_data, artifact_path):
        self.folder.cleanup()
