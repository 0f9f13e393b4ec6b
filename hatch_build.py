"""What hatchling does beyond copying: the commands' launchers, and the files that they start from.

Launchers: what pip makes of an entry point imports `re` (before pip 25.3), which takes longer than `tf-opt` takes for an empty module,
and answers Ctrl-C with a traceback as long as Python itself starts. So on POSIX systems a command is a shell script that goes on as a
Python script; elsewhere it is an entry point.

Start files: the wheel holds the code of modules and regular expressions that most runs need, for the Python that builds it. Whoever
installs from source gets them with the bytecode; another Python does without. A release names several Pythons in TFIR_START_PYTHONS
(tools/release.py). See tools/start_files.py.

Manual pages: made of the declarations that --help shows, into share/man/man1. See tools/man_pages.py.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

COMMANDS = {"tf-translate": "tftranslate.main", "tf-opt": "tfopt.main", "tf-run": "tfrun.main"}
# Python answers Ctrl-C with a traceback as soon as it has a handler, 2 ms before the first line that it runs, and nothing but a signal
# mask keeps it from that, which a shell cannot set. So its words up to there go to /dev/null, and standard error waits as file 9; not
# where PYTHONHOME is set, which is the usual reason for a Python that cannot start. `-S` puts off what runs before that line.
# In a virtual environment its Python stands beside the launcher. Else it is that for which the package was installed, by the name of
# its folder: beside the launcher too, or in the path (pip install --user).
LAUNCHER = """#!/bin/sh
''':'
file=$0
[ ! -L "$file" ] || file=$(readlink -f "$file")
folder=${{file%/*}}
python=$folder/python3
if [ ! -e "$folder/../pyvenv.cfg" ]; then
    python=python3
    for installed in "$folder"/../lib/python3*/*-packages/tfir-*.dist-info; do
        [ ! -d "$installed" ] || python=${{installed%/*/*}}
    done
    python=${{python##*/}}
    [ ! -x "$folder/$python" ] || python=$folder/$python
fi
if [ -z "$PYTHONHOME" ] && command -v "$python" >/dev/null && {{ :; }} 9>&2; then
    exec "$python" -S -X stderr=9 "$file" "$@" 9>&2 2>/dev/null
fi
exec "$python" -S "$file" "$@"
'''
import _signal
import posix
import sys

# Until the tool takes over, Ctrl-C ends the process without a word.
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
if "stderr" in sys._xoptions:
    posix.dup2(9, 2)
    posix.close(9)

# What `site` would come to in most virtual environments; it stands first only until our modules are found.
prefix = __file__.rpartition("/bin/")[0]
library = "{{}}/lib/python{{}}.{{}}/site-packages".format(prefix, *sys.version_info)
sys.path.insert(0, library)
try:
    from tfir.startup import needs_site, use_bundle

    complete = not needs_site(prefix, library)
except ImportError:
    complete = False
del sys.path[0]
if complete:
    sys.path.append(library)
else:
    import site

    site.main()

    from tfir.startup import use_bundle

use_bundle()

from {module} import main

sys.exit(main())
"""
IS_POSIX = os.name == "posix"


class Metadata(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata):
        metadata["scripts"] = {} if IS_POSIX else {name: f"{module}:main" for name, module in COMMANDS.items()}


class Build(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        self.folder = tempfile.TemporaryDirectory()
        for name, module in COMMANDS.items() if IS_POSIX else ():
            build_data["shared_scripts"][self.launcher(name, module)] = name
        if version != "editable":
            self.start_files(build_data)
            self.manual_pages(build_data)

    def launcher(self, name, module):
        path = pathlib.Path(self.folder.name, name)
        path.write_text(LAUNCHER.format(module=module))
        path.chmod(0o755)
        return str(path)

    def start_files(self, build_data):
        pythons = os.environ.get("TFIR_START_PYTHONS", sys.executable).split(os.pathsep)
        for file in self.made_by("start_files.py", "the tools will start slower", pythons):
            build_data["force_include"][str(file)] = f"tfir/startup/__pycache__/{file.name}"

    def manual_pages(self, build_data):
        for file in self.made_by("man_pages.py", "there will be no manual pages"):
            build_data["shared_data"][str(file)] = f"share/man/man1/{file.name}"

    def made_by(self, tool, otherwise, pythons=(sys.executable,)):
        """The files that a tool of ours makes of the sources, by each of some Pythons; a warning where it fails."""
        made = pathlib.Path(self.folder.name, tool)
        made.mkdir()
        for python in pythons:
            words = [python, "-I", os.path.join(self.root, "tools", tool), os.path.join(self.root, "src"), made]
            run = subprocess.run(words, capture_output=True, text=True)
            if run.returncode:
                self.app.display_warning(f"{otherwise}, {python}: {run.stderr}")
        return sorted(made.iterdir())

    def finalize(self, version, build_data, artifact_path):
        self.folder.cleanup()
