"""What hatchling does beyond copying: the commands' launchers, and the files that they start from.

Launchers: what pip makes of an entry point imports `re` (before pip 25.3), which takes longer than `tf-opt` takes for an empty module.
So the commands are plain scripts where such can run: on a system with `#!` lines, which must not hold a blank. Elsewhere they are
entry points.

Start files: the wheel holds the code of modules and regular expressions that most runs need, for the Python that builds it. Whoever
installs from source gets them with the bytecode; another Python does without. See tools/start_files.py.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

COMMANDS = {"tf-translate": "tftranslate.main", "tf-opt": "tfopt.main", "tf-run": "tfrun.main"}
# Until the tool takes over, Ctrl-C ends the process without a word, not with a traceback of what happened to be imported.
LAUNCHER = """#!python
import _signal
import sys

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from tfir.startup import use_bundle

use_bundle()

from {module} import main

sys.exit(main())
"""
LONGEST = 127  # characters of a `#!` line that every system takes
IS_PLAIN = os.name == "posix" and " " not in sys.executable and len(f"#!{sys.executable}\n") <= LONGEST


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
            self.start_files(build_data)

    def launcher(self, name, module):
        path = pathlib.Path(self.folder.name, name)
        path.write_text(LAUNCHER.format(module=module))
        path.chmod(0o755)
        return str(path)

    def start_files(self, build_data):
        made = pathlib.Path(self.folder.name, "start")
        made.mkdir()
        tool, sources = os.path.join(self.root, "tools", "start_files.py"), os.path.join(self.root, "src")
        run = subprocess.run([sys.executable, "-I", tool, sources, made], capture_output=True, text=True)
        if run.returncode:
            return self.app.display_warning(f"the tools will start slower: {run.stderr}")
        for file in made.iterdir():
            build_data["force_include"][str(file)] = f"tfir/startup/__pycache__/{file.name}"

    def finalize(self, version, build_data, artifact_path):
        self.folder.cleanup()
