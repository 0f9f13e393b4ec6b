"""Modules come out of the bundle as they would from their files, unless a file was changed since."""

import importlib
import os
import sys

import pytest
from tfir.startup import INSTALLING, Bundle, bundle_of


@pytest.fixture
def folder(tmp_path):
    """A package with one module, which is a bundle as well; what is imported of it is forgotten at the end."""
    (tmp_path / "berry").mkdir()
    (tmp_path / "berry" / "__init__.py").write_text("COLOUR = 'red'\n")
    (tmp_path / "berry" / "taste.py").write_text("from berry import COLOUR\n\n\ndef taste():\n    return f'sweet and {COLOUR}'\n")
    sources = {"berry": "berry/__init__.py", "berry.taste": "berry/taste.py"}
    content = bundle_of({name: str(tmp_path / path) for name, path in sources.items()})
    (tmp_path / "bundle").write_bytes(content)
    sys.path.insert(0, str(tmp_path))
    finder = Bundle(open(tmp_path / "bundle", "rb", buffering=0), f"{tmp_path}/")
    sys.meta_path.insert(0, finder)
    yield tmp_path
    finder.file.close()
    sys.meta_path.remove(finder)
    sys.path.remove(str(tmp_path))
    importlib.invalidate_caches()
    for name in [name for name in sys.modules if name.partition(".")[0] == "berry"]:
        del sys.modules[name]


def change(folder, path: str, text: str, seconds: float) -> None:
    """Gives a source another text, and a time so many seconds after the bundle's."""
    (folder / path).write_text(text)
    made = os.stat(folder / "bundle").st_mtime
    os.utime(folder / path, (made + seconds, made + seconds))


def test_a_module_of_the_bundle_is_what_its_file_makes(folder):
    module = importlib.import_module("berry.taste")
    assert module.taste() == "sweet and red"
    assert module.__file__ == str(folder / "berry" / "taste.py")
    assert module.__package__ == "berry"
    assert sys.modules["berry"].__path__ == [str(folder / "berry")]
    assert module.taste.__code__.co_filename == "berry/taste.py"


def test_code_comes_from_the_bundle_while_the_source_is_as_old(folder):
    change(folder, "berry/__init__.py", "COLOUR = 'blue'\n", seconds=-10)
    assert importlib.import_module("berry").COLOUR == "red"


def test_a_source_that_was_changed_since_is_what_counts(folder):
    change(folder, "berry/__init__.py", "COLOUR = 'blue'\n", seconds=INSTALLING + 10)
    assert importlib.import_module("berry").COLOUR == "blue"
    assert importlib.import_module("berry.taste").taste() == "sweet and blue"


def test_what_the_bundle_does_not_hold_is_found_as_ever(folder):
    (folder / "berry" / "smell.py").write_text("SMELL = 'of summer'\n")
    assert importlib.import_module("berry.smell").SMELL == "of summer"


def test_a_module_whose_source_is_gone_is_gone(folder):
    (folder / "berry" / "taste.py").unlink()
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("berry.taste")
