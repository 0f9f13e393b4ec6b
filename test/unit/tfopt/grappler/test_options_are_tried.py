"""No option of an optimizer is without a golden test that gives it."""

import re
from pathlib import Path

import pytest

from tfopt.pipeline import discovery

LIT = Path(__file__).parents[3] / "lit" / "tfopt"
RUNS = [line for file in LIT.rglob("*.mlir") for line in file.read_text().splitlines() if "RUN:" in line and "--grappler" in line]
OF_ITEMS = set(discovery.load("grappler-pruning").options) - {"keep-trivial"}  # which all optimizers have; tried on Grappler as a whole
OPTIONS = [(name, option) for name in discovery.names() if name.startswith("grappler") for option in discovery.load(name).options
           if name == "grappler" or option not in OF_ITEMS]  # fmt: skip


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=[" ".join(pair) for pair in OPTIONS])
def test_every_option_is_tried(name, option):
    given = re.compile(rf"--{name}='?[^'|]*\b{option}\b")
    assert any([given.search(line) for line in RUNS])
