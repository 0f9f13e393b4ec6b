"""Writes the bundle of modules that `tfir.startup` reads; the build of the package asks for it."""

from __future__ import annotations
import __future__

import ast
import marshal

from tfir.startup import HEAD, INIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import CodeType

    from tfir.startup import Index

LARGEST = 100_000  # bytes that are read at once: for more the system hands out memory that was not used before, which takes longer


def bundle_of(sources: dict[str, str], groups: Sequence[Sequence[str]] = ()) -> bytes:
    """The content of the file for modules by name and the paths of their sources now; installed, these are what the names say. Modules of
    none of the groups stand alone."""
    index: Index = {}
    written, place = [], 0
    apart = sources.keys() - {name for group in groups for name in group}
    homes = {name: name.replace(".", "/") + (INIT if path.endswith(INIT) else ".py") for name, path in sources.items()}
    for group in (*groups, *([name] for name in sorted(apart))):
        for codes in parted({name: code_of(sources[name], homes[name]) for name in group}):
            content = marshal.dumps(codes)
            index.update({name: (place, len(content), homes[name]) for name in codes})
            written.append(content)
            place += len(content)
    head = marshal.dumps(index)
    return b"".join([len(head).to_bytes(HEAD, "little"), head, *written])


def parted(group: dict[str, CodeType]) -> Iterator[dict[str, CodeType]]:
    """The modules of a group in parts of at most `LARGEST` bytes, unless one alone has more."""
    part: dict[str, CodeType] = {}
    size = 0
    for name, code in group.items():
        length = len(marshal.dumps(code))
        if part and size + length > LARGEST:
            yield part
            part, size = {}, 0
        part[name] = code
        size += length
    yield part


def code_of(path: str, home: str) -> CodeType:
    """The code of a source, of which tracebacks say that it stands at `home`, a path that they find from `sys.path`. The compiler is told what
    `from __future__ import annotations` says, and not the code: running that imports a module."""
    with open(path, "rb") as file:
        tree = ast.parse(file.read())
    postponing = [statement for statement in tree.body if ast.unparse(statement) == "from __future__ import annotations"]
    tree.body = [statement for statement in tree.body if statement not in postponing]
    code: CodeType = compile(tree, home, "exec", __future__.annotations.compiler_flag if postponing else 0, dont_inherit=True)
    return code
