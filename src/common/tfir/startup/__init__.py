"""Makes the tools start fast; all of them work without it.

Here: the modules that most runs load, read from one file of bytecode (`bundling.py` writes it). In `patterns.py`: regular expressions that
need no compiling.

Finding and opening some fifty files takes a twentieth of what `tf-opt` takes for a thousand operations. So an installed package has
their code in one file beside its bytecode, made when it was built (see hatch_build.py), and the launchers take modules from there.
Whatever the file does not hold, and every module whose source was changed after the package was installed, is loaded as ever; so is
all where there is no such file: for another Python, or an editable install.

The file: the length of the index in 8 bytes, little-endian; the index; the groups. All but the length is in Python's own marshal format.
A group is a dictionary of code by module: modules that the same runs load stand together, up to 100 kB, and are read for the first of them;
what they have in common is read once. The index gives for each module the place of its group behind the index, the group's length, and the
path of the source.
"""

import gc
import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from io import FileIO
    from types import CodeType, ModuleType

    Index = dict[str, tuple[int, int, str]]  # of each module: place and length of its group, path of its source
else:  # Python's own; to import them by name takes longer than to use them
    ModuleSpec, SourceFileLoader = type(__spec__), type(__spec__.loader)

HEAD = 8  # bytes
INIT = "/__init__.py"
INSTALLING = 60.0  # seconds: a source that is older than the file, or at most so much newer, came with it

# This file is read before the bundle is, so that it imports nothing, `__future__` included: annotations that need names are quoted.


class Bundle:
    """The finder on `sys.meta_path` for our modules; `root` is the folder of the packages, with a slash at its end."""

    def __init__(self, file: "FileIO", root: str):
        self.file, self.root = file, root
        self.newest = os.fstat(file.fileno()).st_mtime + INSTALLING
        size = int.from_bytes(file.read(HEAD), "little")
        self.start = HEAD + size
        self.index: Index = marshal.loads(file.read(size))
        self.codes: dict[str, CodeType] = {}  # of the groups that were read, without those that were asked for

    def find_spec(self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None) -> "ModuleSpec | None":
        place = self.index.get(name)
        if place is None:
            return None
        origin = self.root + place[2]
        try:
            if os.stat(origin).st_mtime > self.newest:
                return None
        except OSError:
            return None
        is_package = origin.endswith(INIT)
        spec = ModuleSpec(name, Loader(name, origin, self), origin=origin, is_package=is_package)
        spec.has_location, spec.cached = True, self.file.name
        if is_package:
            spec.submodule_search_locations = [origin.removesuffix(INIT)]
        return spec

    def code(self, name: str) -> "CodeType":
        if name not in self.codes:
            place, size, _ = self.index[name]
            self.file.seek(self.start + place)
            self.codes.update(loaded_whole(self.file.read(size)))
        return self.codes.pop(name)


def loaded_whole(content: bytes) -> "dict[str, CodeType]":
    """The group of that content. Code is no garbage: the cyclic collector is told not to look at it, now or later."""
    collecting = gc.isenabled()
    gc.disable()
    codes: dict[str, CodeType] = marshal.loads(content)
    if collecting:
        gc.freeze()
        gc.enable()
    return codes


class Loader(SourceFileLoader):
    """Loads a module from its source's place, and its code from the bundle."""

    def __init__(self, name: str, path: str, bundle: Bundle):
        super().__init__(name, path)
        self.bundle = bundle

    def get_code(self, name: str) -> "CodeType":
        return self.bundle.code(name)


def bundle_path(folder: str) -> str:
    """Where the file is kept for this version of Python, in the folder of this package."""
    return os.path.join(folder, "__pycache__", f"bundle.{sys.implementation.cache_tag}-{sys.hexversion:x}.marshal")


def loaded(module: str) -> "ModuleType":
    """The module of that name, as `importlib.import_module`, which is not at hand before it is imported itself."""
    __import__(module)
    return sys.modules[module]


def needs_site(prefix: str, library: str) -> bool:
    """Whether `site` has more to do than to add the folder `library` to the path; if not, it is as if `site` had done so.

    More: the folders and the code of .pth files, a module `sitecustomize`, the packages of the system or of the user. Setuptools' .pth
    file, which stands in each virtual environment before Python 3.12, prepares for `import distutils` and takes a millisecond for it.
    """
    try:
        with open(f"{prefix}/pyvenv.cfg", encoding="utf-8") as settings:
            alone = "include-system-site-packages = false" in settings.read()
        names = os.listdir(library)
    except (OSError, ValueError):
        return True
    if not alone or sys.platlibdir != "lib" or "PYTHONPATH" in os.environ:
        return True
    if os.path.exists(f"{os.path.dirname(os.__file__)}/sitecustomize.py"):
        return True
    if any(name.endswith(".pth") and name != "distutils-precedence.pth" or name.startswith("sitecustomize") for name in names):
        return True
    sys.prefix = sys.exec_prefix = prefix
    return False


def use_bundle() -> None:
    folder = os.path.dirname(__file__)
    try:
        bundle = Bundle(open(bundle_path(folder), "rb", buffering=0), os.path.join(os.path.dirname(os.path.dirname(folder)), ""))
    except (OSError, ValueError, EOFError, TypeError):
        return
    sys.meta_path.insert(0, bundle)
