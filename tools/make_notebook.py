"""Writes docs/python.ipynb: the cells below, with what each prints and shows; `test/unit/test_documents.py` runs them again.

python tools/make_notebook.py
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[1] / "docs" / "python.ipynb"
TEXT, CODE = "markdown", "code"
CELLS = [
    (TEXT, "# A model in a notebook\n\n`m` at the end of a cell shows a module's text in colours, and its graph below. docs/python.md has more examples."),
    (CODE, 'import numpy as np\nimport tfir\n\n\ndef perceptron(x, w, b):\n    hidden = tfir.op("stablehlo.tanh", (x.reshape(4, 3, 1) * w.reshape(1, 3, 2)).sum(1) + b)\n    return {"score": hidden.sum(1)}\n\n\nm = tfir.build(perceptron, x="4x3xf32", w="3x2xf32", b="2xf32")\nm'),
    (CODE, 'm.inputs(), m.outputs()'),
    (TEXT, 'Operations are walked by name, or by dialect:'),
    (CODE, 'for op in m.walk("stablehlo.tanh", "stablehlo.reduce"):\n    print(op.name, op.result.type)'),
    (TEXT, 'Compiled, it is a function on arrays. With zeros for weights all that is left is the bias: tanh(0) twice.'),
    (CODE, 'f = m.compile()\nx = np.arange(12, dtype=np.float32).reshape(4, 3)\nf(x, w=np.zeros((3, 2), np.float32), b=[0, 0])'),
    (TEXT, 'A rule, and what it changes:'),
    (CODE, 'y, z = tfir.variables("y z")\nrelu = m.rewrite(tfir.stablehlo.tanh(y) >> tfir.stablehlo.maximum(y, 0.0))\n[op.name for op in relu.walk("stablehlo.tanh", "stablehlo.maximum")]'),
    (CODE, 'relu.run(x, w=np.ones((3, 2), np.float32), b=[0, -100])'),
    (TEXT, 'What is wrong is told with its place:'),
    (CODE, 'try:\n    tfir.parse("func.func @f() {\\n  %0 = stablehlo.abs %y : tensor<f32>\\n}", name="cell")\nexcept tfir.Error as error:\n    print(error.render())'),
]  # fmt: skip


def run_cell(source: str, names: dict) -> tuple[str, object]:
    """What a cell prints, and the value of its last line, as Jupyter shows them; None for a line without a value."""
    tree, printed, value = ast.parse(source), io.StringIO(), None
    last: Any = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    return printed.getvalue(), value


def outputs_of(printed: str, value: object, number: int) -> list[dict]:
    outputs: list[dict] = [{"name": "stdout", "output_type": "stream", "text": printed.splitlines(True)}] if printed else []
    if value is not None:
        data = {"text/plain": repr(value).splitlines(True)}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def main() -> None:
    names: dict = {}
    cells, number = [], 0
    for at, (kind, source) in enumerate(CELLS):
        cell = {"cell_type": kind, "id": f"cell-{at}", "metadata": {}, "source": source.splitlines(True)}
        if kind == CODE:
            number += 1
            cell |= {"execution_count": number, "outputs": outputs_of(*run_cell(source, names), number)}
        cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    NOTEBOOK.write_text(json.dumps(notebook, indent=1) + "\n")


if __name__ == "__main__":
    main()
