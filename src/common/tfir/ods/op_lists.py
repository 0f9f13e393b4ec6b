"""Lists of ops that say nothing of the ops: what TensorFlow's own optimizers, kernels and cost formulas list, as data files; and in which
modules ops stand.

What holds of an op stands in its line as a trait (`traits.py`); a list is data only where another program's choice is repeated. A file
has a name at the beginning of a line, and on indented lines below it the ops; `#` begins a comment.
"""

from __future__ import annotations

from os.path import dirname, join


def read_lists(module: str, file_name: str = "op_lists.txt") -> dict[str, tuple[str, ...]]:
    """The lists of a file beside a module, by name, in the order in which they are written."""
    lists: dict[str, tuple[str, ...]] = {}
    name = ""
    with open(join(dirname(module), file_name), encoding="utf-8") as file:
        for line in file:
            if line.startswith(" "):
                lists[name] += tuple(line.split())
            elif line.strip() and not line.startswith("#"):
                name = line.strip()
                lists[name] = ()
    return lists
