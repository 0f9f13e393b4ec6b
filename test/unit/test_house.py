"""What holds of the source as a whole: who imports whom, how long things are, that names say what is inside."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from tfir.ods.accuracy import CLASSES
from tfir.ods.op_lists import read_lists
from tfir.ods.traits import TRAITS

from tfopt.reference import dialects

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path for path in (ROOT / "src").rglob("*.py") if "__pycache__" not in path.parts)
TOOLS = ("tftranslate", "tfopt", "tfrun")

# A module may import what stands before it, and its own group.
ORDER = [
    ("tfir.startup",),
    ("tfir.ir",),
    ("tfir.text", "tfir.proto", "tfir.cli", "tfir.plugins", "tfir.cluster"),
    ("tfir.ods",),
    ("tfir.dialects",),
    ("tfir.bytecode",),
    ("tfir.analysis",),
    ("tfir.conversion",),
    ("tfir.storage",),
    ("tfir.vm", "tfir.hal"),
    ("tfir.execution",),
    ("tfir.module_file",),
    ("tfir.cost",),
    ("tfrun", "tfopt", "tftranslate"),
    ("tfir.api",),  # what `import tfir` offers stands above the tools, which know nothing of it
]
# Within tfopt: what any room may use; each of them, what stands before it.
SHARED_ROOMS = ("pipeline", "rewrite", "generic", "arithmetic", "recipes")

LONGEST_FILE, LONGEST_FUNCTION = 600, 80
VAGUE = {"util", "utils", "helper", "helpers", "misc", "base", "common", "manager", "impl", "tools"}
PRIVATE = ("/wor" + "k/", "../sha" + "red", "/tm" + "p/", "/ho" + "me/", "/roo" + "t/")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    parts = parts[1:] if parts[0] == "common" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in SOURCES}


def in_rooms(is_asked: Callable[[Path], bool] = lambda path: True):
    """A test of several `paths`, the files of a room that are asked for: a test of each file would take longer to report than to run."""
    rooms: dict[str, list[Path]] = {}
    for path in filter(is_asked, SOURCES):
        rooms.setdefault(module_name(path.parent), []).append(path)
    return pytest.mark.parametrize("paths", rooms.values(), ids=rooms.keys())


class File(NamedTuple):
    """What the tests ask of a file. All files are parsed once, and no tree of them is kept."""

    docstring: str | None
    imports: list[str]
    functions: list[tuple[str, int]]  # names and numbers of lines
    collections: list[tuple[int, list[str]]]  # lines, and the words of literal collections of several strings
    empty_words: list[tuple[int, str]]
    parts_without_type: list[str]


@cache
def file(path: Path) -> File:
    tree = ast.parse(path.read_text())
    nodes = list(ast.walk(tree))
    functions = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return File(
        ast.get_docstring(tree),
        list(imports_in(tree)),
        [(node.name, node.end_lineno - node.lineno + 1) for node in functions],
        [(node.lineno, words) for node in nodes if len(words := words_in(node)) > 1],
        [(line, name) for line, name in names_given(nodes) if name in EMPTY_WORDS],
        parts_without_type(nodes),
    )


def imported(path: Path) -> list[str]:
    return file(path).imports


STATEMENTS = ("body", "orelse", "finalbody", "handlers", "cases")  # the fields that have statements inside


def imports_in(tree: ast.AST):
    """Every module that a file imports, wherever in the file; not what stands there for a type checker alone."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield from names_imported(node)
        is_for_types = isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        waiting += [part for field in STATEMENTS if not (is_for_types and field == "body") for part in getattr(node, field, ())]


def names_imported(node: ast.AST):
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        full = {f"{node.module}.{alias.name}" for alias in node.names}
        yield from full & MODULES.keys()
        if not full <= MODULES.keys():
            yield node.module


def rank(module: str) -> int | None:
    for number, group in enumerate(ORDER):
        if any(module == name or module.startswith(name + ".") for name in group):
            return number
    return None


@in_rooms()
def test_imports_go_one_way(paths):
    for path in paths:
        own = rank(module_name(path))
        for name in imported(path):
            assert own is None or rank(name) is None or rank(name) <= own, f"{module_name(path)} imports {name}"


def test_no_imports_go_in_a_circle():
    """Wherever in a file: an import inside of a function that closes a circle hides it, and does not open it."""
    imports = {name: {other for other in imported(path) if other in MODULES and other != name} for name, path in MODULES.items()}
    while ends := [name for name, others in imports.items() if not others & imports.keys()]:
        for name in ends:
            del imports[name]
    path = sorted(imports)[:1]  # each that is left imports another that is left
    while path and path.count(path[-1]) == 1:
        path.append(min(imports[path[-1]] & imports.keys()))
    assert not path, f"a circle of imports: {' -> '.join(path[path.index(path[-1]) :])}"


def test_verifiers_ask_inference_in_one_place():
    """Shapes of results come from `infer`; `test_inferred_types` holds that a verification asks it once. The trait of ops that broadcast
    takes the function that their `infer` is."""
    verifiers = {name: path for name, path in MODULES.items() if name.startswith("tfir.dialects.") and ".verify" in name}
    asking = {name.removeprefix("tfir.dialects.") for name, path in verifiers.items() if "tfir.ods.inference" in set(imported(path))}
    computing = {name.removeprefix("tfir.dialects.") for name, path in verifiers.items() if "tfir.ods.shapes" in set(imported(path))}
    assert (asking, computing) == ({"stablehlo.verify.checks", "tf.verify.results"}, {"tf.verify.results", "tf.verify.traits"})


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_never_imports_a_tool(tool):
    for path in (ROOT / "src" / tool).rglob("*.py"):
        others = [name for name in imported(path) if name.partition(".")[0] in set(TOOLS) - {tool}]
        assert not others, f"{module_name(path)} imports {others[0]}"


def test_rooms_of_tf_opt_do_not_import_each_other():
    """But for those that serve all of them. What stands beside the rooms is the command itself, which is above them."""
    rooms = {path.name for path in (ROOT / "src" / "tfopt").iterdir() if path.is_dir()}
    for path in (ROOT / "src" / "tfopt").rglob("*.py"):
        room = module_name(path).split(".")[1:2]
        for name in imported(path) if room and room[0] in rooms else ():
            _, other, *_ = [*name.split("."), ""]
            if name.startswith("tfopt.") and other != room[0]:
                below = SHARED_ROOMS[: SHARED_ROOMS.index(room[0])] if room[0] in SHARED_ROOMS else SHARED_ROOMS
                assert other in below, f"{module_name(path)} imports {name}"


@in_rooms()
def test_a_file_opens_with_what_it_is(paths):
    for path in paths:
        assert file(path).docstring, f"{path} has no docstring"


@in_rooms()
def test_nothing_is_too_long(paths):
    for path in paths:
        assert path.read_text().count("\n") <= LONGEST_FILE, path
        for name, length in file(path).functions:
            assert length <= LONGEST_FUNCTION, f"{path.name}: {name} has {length} lines"


def test_names_say_what_is_inside():
    for path in SOURCES:
        vague = VAGUE & set(module_name(path).split("."))
        assert not vague, f"{path} is called {vague.pop()}"


# What a name holds is an operand, a result, a shape ...; that it was found, known or wanted, says nothing of it.
EMPTY_WORDS = {"found", "known", "wanted"}


def names_given(nodes: Iterable[ast.AST]):
    """(line, name) of all that is assigned, and of all parameters."""
    for node in nodes:
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.lineno, node.name


def test_names_say_what_they_hold():
    paths = [*SOURCES, *(ROOT / "tools").rglob("*.py")]
    complaints = [f"{path.relative_to(ROOT)}:{line}: {name}" for path in paths for line, name in file(path).empty_words]
    assert not complaints, f"say operand, result, expected, shape ...: {', '.join(complaints[:5])}"


def test_an_empty_word_is_noticed():
    text = "def f(found, *, x): self.known, y = [wanted for wanted in x], found"
    assert sorted(name for _, name in names_given(ast.walk(ast.parse(text))) if name in EMPTY_WORDS) == ["found", "known", "wanted"]
    assert not EMPTY_WORDS & {name for _, name in names_given(ast.walk(ast.parse("x = wanted + f(found=1).known")))}


# What `pyproject.toml` tells mypy of modules: which it holds to every annotation, and which it passes over.
MYPY = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["overrides"]
STRICT = tuple(pattern.removesuffix("*") for each in MYPY if each.get("disallow_untyped_defs") for pattern in each["module"])


def parts_without_type(nodes: list[ast.AST]) -> list[str]:
    """`line: function(parameter)` of what says no type; of methods not the first parameter, of `__init__` not the result."""
    lines = []
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    methods = {part for each in classes for node in each.body for part in ([node] if not isinstance(node, ast.If) else node.body)}
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            is_static = any(ast.unparse(each) == "staticmethod" for each in node.decorator_list)
            said = node.args
            parameters = [*said.posonlyargs, *said.args][node in methods and not is_static :]
            parameters += [*said.kwonlyargs, *filter(None, (said.vararg, said.kwarg))]
            lines += [f"{node.lineno}: {node.name}({each.arg})" for each in parameters if each.annotation is None]
            lines += [f"{node.lineno}: {node.name}" for _ in [0] if node.returns is None and node.name != "__init__"]
    return lines


@in_rooms(lambda path: f"{module_name(path)}.".startswith(STRICT))
def test_functions_of_strict_rooms_say_their_types(paths):
    for path in paths:
        missing = file(path).parts_without_type
        assert not missing, f"{path.name}:{missing[0]} has no annotation"


def test_a_missing_annotation_is_noticed():
    text = "class C:\n  def __init__(self, a: int): ...\n  def f(self, b): ...\n  @staticmethod\n  def g(c, *d, e: int) -> int: ..."
    assert parts_without_type(list(ast.walk(ast.parse(text)))) == ["3: f(b)", "3: f", "5: g(c)", "5: g(d)"]


def test_every_module_is_type_checked():
    assert not [each["module"] for each in MYPY if each.get("ignore_errors")]


@in_rooms()
def test_what_a_type_checker_ignores_has_a_code_and_a_reason(paths):
    for path in paths:
        ignored = [line.partition("# type: ignore")[2] for line in path.read_text().splitlines() if "# type: ignore" in line]
        for rest in ignored:
            code, _, reason = rest.partition("]")
            assert code.startswith("[") and reason.strip(" #"), f"{path.name}: # type: ignore{rest}"


def test_nothing_refers_to_the_machine_it_was_written_on():
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split("\n")
    paths = [ROOT / name for name in kept if name] or SOURCES
    for path in paths:
        if path.suffix in (".py", ".md", ".toml", ".txt", ".mlir") and path.is_file() and path.is_relative_to(ROOT / "src"):
            text = path.read_text(errors="replace")
            result = [word for word in PRIVATE if word in text]
            assert not result, f"{path} mentions {result[0]}"


def test_every_pass_loads_and_says_what_it_does():
    from tfopt.pipeline import discovery

    for name, path in discovery.files().items():
        loaded = discovery.load(name)
        assert loaded.name == name
        assert discovery.summary(path).endswith("."), f"{path}: the first line is the summary, one sentence"


def test_every_option_says_what_it_is_for():
    from tfopt.grappler import item
    from tfopt.pipeline import discovery, listing

    for path, function in [*[(path, name.replace("-", "_")) for name, path in discovery.files().items()], (item.__file__, "__init__")]:
        for spelled, says, default in listing.options(path, function):
            assert says.endswith("."), f"{path}: OPTIONS says nothing of {spelled}"
            assert not set("[]|,'") & set(default), f"{path}: {spelled} has the default {default}"


def test_options_that_are_told_of_are_there():
    import importlib

    from tfopt.pipeline import discovery

    for name in discovery.names():
        loaded = discovery.load(name)
        module = importlib.import_module(f"{discovery.room_of(name).package}.{name.replace('-', '_')}")
        assert getattr(module, "OPTIONS", {}).keys() <= loaded.options.keys()


def test_pipelines_keep_the_order_that_passes_ask_for():
    from tfopt.pipeline.description import load_pipeline, named_pipelines, steps_in

    for pipeline in named_pipelines():
        seen = []
        for step in steps_in(load_pipeline(pipeline)):
            missing = [name for name in step.run.after if name not in seen]
            assert not missing, f"{pipeline}: {step.run.name} comes before {missing[0]}"
            seen.append(step.run.name)


# What takes longer to import than most modules of ours; `click` and the like more than the whole start may take.
SLOW_TO_IMPORT = {
    "numpy",
    "click",
    "google.protobuf",
    "vulkan",
    "cffi",
    "importlib.metadata",
    "dataclasses",
    "inspect",
    "typing",
    "argparse",
}
SLOW_TO_IMPORT |= {"re", "collections", "collections.abc", "enum", "pathlib"}


def test_starting_tf_opt_imports_nothing_heavy():
    program = "import sys, tfopt.main; tfopt.main.main(['-', '--canonicalize', '--cse']); print(*[name for name in sys.modules if name.startswith('tf')])"
    done = subprocess.run([sys.executable, "-c", program], input="module {}", capture_output=True, text=True, check=True)
    started = set(done.stdout.split())
    for path in SOURCES:
        if module_name(path) in started:
            heavy = SLOW_TO_IMPORT & {name for node in ast.parse(path.read_text()).body for name in names_imported(node)}
            assert not heavy, f"{module_name(path)} imports {heavy.pop()}"


def test_every_pass_is_tried_by_a_lit_test():
    from tfopt.pipeline import discovery

    texts = [path.read_text(errors="replace") for path in (ROOT / "test" / "lit").rglob("*.mlir") if "Output" not in path.parts]
    for name in discovery.names():
        assert any(f"-{name}" in text or f"{name}{{" in text for text in texts), f"no lit test runs --{name}"


# Traits that two ops may have without being alike: what verifiers hold them to, shapes that they ask for, what TensorFlow's registry notes, how
# accurate they are.
SAY_LITTLE = {"pure", "unknown", "ranks", "one_shape", *CLASSES} | {
    name for name, trait in TRAITS.items() if trait.held_by in ("the verifier", "TensorFlow's registry", "ONNX's registry")
}
FEW = 3


def words_in(node: ast.AST) -> list[str]:
    """The words of a literal collection of strings, or of a string that is split; what is looked up by a word is another thing."""
    if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
        return [element.value for element in node.elts if isinstance(element, ast.Constant) and isinstance(element.value, str)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        text = node.func.value
        return text.value.split() if isinstance(text, ast.Constant) and isinstance(text.value, str) else []
    return []


@cache
def ops_by_name() -> dict[str, list]:
    """All ops that tables list, by full and by local name; nodes and ops of the executor as TensorFlow's."""
    found: dict[str, list] = {}
    for each in dialects():
        for local in each.table:
            for prefix in ("", f"{each.name}.", *(("tfg.", "tf_executor.") if each.name == "tf" else ())):
                found.setdefault(prefix + local, []).append(each.definition(local))
    return found


def shared_traits(words: list[str]) -> dict[str, set[str]]:
    """The words that name ops, by the traits that these have. An effect is another one for each store."""
    found: dict[str, set[str]] = {}
    for word in words:
        for definition in ops_by_name().get(word, ()):
            for name, arguments in definition.traits.items():
                if name not in SAY_LITTLE:
                    found.setdefault(f"{name} {arguments}" if name == "effects" else name, set()).add(word)
    return found


@in_rooms(lambda path: "dialects" not in path.parts)
def test_ops_that_share_a_trait_are_asked_for_it(paths):
    """A module that lists four or more of them restates the tables. What TensorFlow's own optimizers list is data: `op_lists.txt`."""
    for path, line, words in collections_in(paths):
        for trait, names in shared_traits(words).items() if len(words) > FEW else ():
            assert len(names) <= FEW, f"{path.name}:{line}: ask for the trait {trait}, do not list {', '.join(sorted(names))}"


def collections_in(paths: list[Path]) -> list[tuple[Path, int, list[str]]]:
    return [(path, line, words) for path in paths for line, words in file(path).collections]


@cache
def traits_of_all() -> dict[frozenset[str], list[str]]:
    """Several ops, by their local names, and the traits that these and no others of a dialect have, or have with the same arguments."""
    ops: dict[tuple[str, str], set[str]] = {}
    for word, definitions in ops_by_name().items():
        dialect, dot, local = word.partition(".")
        for name, arguments in definitions[0].traits.items() if dot else ():
            for trait in {name, f"{name} {arguments}" if arguments else name} if name not in SAY_LITTLE else ():
                ops.setdefault((dialect, trait), set()).add(local)
    traits: dict[frozenset[str], list[str]] = {}
    for (dialect, trait), names in ops.items():
        if len(names) > 1:
            traits.setdefault(frozenset(names), []).append(f"{dialect}: {trait}")
    return traits


def restated(words: list[str]) -> list[str]:
    """The traits of which words name all the ops that have them, and no other."""
    return traits_of_all().get(frozenset(word.partition(".")[2] or word for word in words), [])


@in_rooms(lambda path: "dialects" not in path.parts)
def test_no_list_of_ops_is_all_that_have_a_trait(paths):
    """However few there are: the next op with the trait would be missing."""
    for path, line, words in collections_in(paths):
        traits = restated(words)
        assert not traits, f"{path.name}:{line}: ask with_trait for {', '.join(traits)}"


def test_a_list_that_restates_a_trait_is_noticed():
    assert restated(["stablehlo.if", "stablehlo.case"]) == ["stablehlo: branch"]
    assert not restated(["stablehlo.if", "stablehlo.case", "stablehlo.while"])


def test_lists_of_ops_name_ops():
    for path in (ROOT / "src").rglob("op_lists.txt"):
        lists = read_lists(str(path.with_name("module.py")))
        assert lists and all(lists.values()), path
        for name, ops in lists.items():
            assert len(set(ops)) == len(ops), f"{path}: {name} names an op twice"


@pytest.mark.parametrize("text", ['("Abs", "Exp", "Log", "Sin")', '"stablehlo.abs stablehlo.add stablehlo.sine stablehlo.tan".split()'])
def test_a_list_of_ops_is_noticed(text):
    assert max(map(len, shared_traits(words_in(ast.parse(text).body[0].value)).values())) == 4
    assert not words_in(ast.parse("{'Abs': 1, 'Exp': 2, 'Log': 3, 'Sin': 4}").body[0].value)
