"""`--mlir-print-ir-...`: the IR before and after passes, on standard error or as a tree of files."""

from __future__ import annotations

import os
import sys

from tfir.cli.files import Output
from tfir.ir.operations import Operation
from tfir.ir.symbols import symbol_name

from tfopt.pipeline.description import Step
from tfopt.pipeline.execution import Observer, outermost_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection


class Dumps(Observer):
    """`print_op(op)` is the op as text. `names_before` and `names_after` are names of passes, or None for all of them.

    With `only_changed` the IR is shown after a pass that changed it; with `only_failed` after one that fails and no other. With
    `whole` the module around the op is shown. `folder` takes one file for each dump.
    """

    def __init__(self, print_op: Callable[[Operation], str], names_before: Collection[str] | None = (), names_after: Collection[str] | None = (),
                 only_changed: bool = False, only_failed: bool = False, whole: bool = False, folder: str | None = None):  # fmt: skip
        self.print_op, self.names_before, self.names_after = print_op, names_before, names_after
        self.only_changed, self.only_failed, self.whole, self.folder = only_changed, only_failed, whole, folder
        self.text_before: str | None = None
        self.numbers: dict[Operation, int] = {}

    def before(self, step: Step, target: Operation) -> None:
        if self.only_changed:
            self.text_before = self.print_op(target)
        if chosen(self.names_before, step):
            self._show(step, target, f"Before {step.run.title}")

    def after(self, step: Step, target: Operation) -> None:
        changed = not self.only_changed or self.print_op(target) != self.text_before
        if changed and not self.only_failed and chosen(self.names_after, step):
            self._show(step, target, f"After {step.run.title}")
        self.numbers[target] = self.numbers.get(target, 0) + 1

    def left(self, root: Operation) -> None:
        self.numbers[root] = self.numbers.get(root, 0) + 1

    def failed(self, step: Step, target: Operation) -> None:
        if self.only_failed or chosen(self.names_after, step):
            self._show(step, target, f"After {step.run.title} Failed")

    def _show(self, step: Step, target: Operation, when: str) -> None:
        shown = outermost_around(target) if self.whole else target
        which = f" ({op_title(target)})" if self.whole and shown is not target else ""
        head = f"// -----// IR Dump {when} ({step.run.name}){which} //----- //"
        text = f"{head}\n{self.print_op(shown).rstrip()}\n"
        if self.folder is None:
            print(text, file=sys.stderr)
        else:
            self._write(self.folder, step, target, text)

    def _write(self, root: str, step: Step, target: Operation, text: str) -> None:
        """Writes ROOT/builtin_module_no-symbol-name/func_func_f/2_0_cse.mlir: the numbers count the passes on each op of the path."""
        chain = [*reversed(list(target.ancestors())), target]
        folder = os.path.join(root, *map(folder_name, chain))
        os.makedirs(folder, exist_ok=True)
        numbers = "_".join([str(self.numbers.get(op, 0)) for op in chain])
        with Output(os.path.join(folder, f"{numbers}_{step.run.name}.mlir")) as out:
            out.write(text)


def chosen(names: Collection[str] | None, step: Step) -> bool:
    return names is None or step.run.name in names


def op_title(op: Operation) -> str:
    name = symbol_name(op)
    return f"'{op.name}' operation" + (f": @{name}" if name else "")


def folder_name(op: Operation) -> str:
    name = symbol_name(op) or "no-symbol-name"
    return f"{op.name.replace('.', '_')}_{''.join([c if c.isalnum() or c in '-_.' else '_' for c in name])}"
