"""Modules come out of the bundle as they would from their files, unless a file was changed since."""

import gc
import importlib
import os
import sys

import pytest
from tfir.startup import INSTALLING, Bundle, bundling
from tfir.startup.bundling import bundle_of, code_of


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


def test_a_group_is_read_for_the_first_of_its_modules(folder):
    sources = {"berry": str(folder / "berry" / "__init__.py"), "berry.taste": str(folder / "berry" / "taste.py")}
    (folder / "together").write_bytes(bundle_of(sources, [["berry", "berry.taste"]]))
    with open(folder / "together", "rb", buffering=0) as file:
        bundle = Bundle(file, f"{folder}/")
        first, read = bundle.code("berry"), file.tell()
        file.seek(0)
        assert bundle.code("berry.taste").co_names == ("berry", "COLOUR", "taste")
        assert file.tell() == 0
        assert bundle.code("berry") == first  # for a second time, as `importlib.reload` asks
        assert file.tell() == read


def test_a_group_is_parted_before_it_gets_too_large(folder, monkeypatch):
    monkeypatch.setattr(bundling, "LARGEST", 1)
    sources = {"berry": str(folder / "berry" / "__init__.py"), "berry.taste": str(folder / "berry" / "taste.py")}
    (folder / "together").write_bytes(bundle_of(sources, [["berry", "berry.taste"]]))
    with open(folder / "together", "rb", buffering=0) as file:
        bundle = Bundle(file, f"{folder}/")
        assert bundle.code("berry").co_names[0] == "COLOUR"
        assert not bundle.codes
        assert bundle.code("berry.taste").co_names[0] == "berry"


@pytest.mark.parametrize("collecting", [True, False])
def test_loading_leaves_the_collector_as_it_was(folder, collecting):
    was = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        importlib.import_module("berry.taste")
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if was else gc.disable)()
        gc.unfreeze()


def annotated(folder, text: str):
    (folder / "annotated.py").write_text(text)
    code, names = code_of(str(folder / "annotated.py"), "annotated.py"), {}
    exec(code, names)
    return code, names


def test_annotations_stay_text_where_the_source_asks_for_it_and_nothing_is_imported_for_that(folder):
    code, names = annotated(folder, '"""About."""\n\nfrom __future__ import annotations\n\n\ndef taste(of: Berry) -> int: ...\n')
    assert names["taste"].__annotations__ == {"of": "Berry", "return": "int"}
    assert names["__doc__"] == "About."
    assert names["taste"].__code__.co_firstlineno == 6
    assert "__future__" not in code.co_names


def test_annotations_are_values_where_the_source_does_not_ask(folder):
    _, names = annotated(folder, "def taste(of: str) -> int: ...\n")
    assert names["taste"].__annotations__ == {"of": str, "return": int}
