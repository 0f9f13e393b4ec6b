#!/usr/bin/env python3
"""Holds HLO, read and written here, against XLA.

    tools/check_hlo.py --xla=PYTHON [--only=REGEX] [--keep=FOLDER] [--patience=S] FOLDER...

PYTHON is an interpreter that has jaxlib 0.10. A FOLDER holds programs of JAX as jax_programs.py exports them, or models with their
outputs, which go through `--pipeline=stablehlo` first. Of each program, and of what XLA's passes make of it where it is for one device, four things are held:

    read      StableHLO made of XLA's message has the recorded numbers on the interpreter
    text      XLA's text gives the same StableHLO as its message, and text that is written of it is the same after a second way through
    written   the message that is written of that StableHLO has the recorded numbers when XLA compiles and runs it
    parsed    so has the text, when XLA parses it

What fails is a line, and after each program stands what has come of all so far; with --keep a text that fails stands in FOLDER. S is how many seconds a step may take, 300 unless said. Exits with 1 where something differs, crashes, or is not taken by XLA.
"""

import argparse
import re
import sys
from collections import Counter
from functools import partial
from pathlib import Path

from time_limit import limited
from xla_process import Xla

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import numpy as np  # noqa: E402
from forms_of_programs import Lowered, results_of  # noqa: E402
from peer_process import Failed  # noqa: E402
from programs_of_forms import Exported, programs_at  # noqa: E402
from tfir.dialects import lookup, verify  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.location import Source  # noqa: E402
from tfir.text.printer import print_operation  # noqa: E402

from tfopt.pipeline.description import parse_pipeline  # noqa: E402
from tfopt.pipeline.execution import Runner  # noqa: E402
from tfrun.devices import session  # noqa: E402
from tftranslate.formats.hlo import module_of_proto, module_of_text  # noqa: E402
from tftranslate.hlo.export_module import export_module  # noqa: E402
from tftranslate.hlo.text.writer import module_text  # noqa: E402
from tftranslate.modules import parsed  # noqa: E402


class Wrong(Exception):
    """What a leg ends with."""


def text_of(module) -> str:
    """HLO's text of a module."""
    return "".join(module_text(*export_module(module)))


def lines(module) -> Counter:
    """The lines of a module without names of values: XLA's text has instructions in another order than its message."""
    return Counter(re.sub(r"%\w+", "%", line) for line in print_operation(module, lookup).splitlines())


def without_fusions(module):
    """XLA compiles no program that has fusions already."""
    Runner(verify).run(parse_pipeline("inline,symbol-dce"), module)
    return module


def right(program, module, computed) -> None:
    """Each call of a program by a function of an entry and arrays. Raises Wrong where numbers differ."""
    for call, (entry, results) in zip(program.calls, results_of(program, module, computed), strict=True):
        if wrong := program.wrong(call, entry, results):
            raise Wrong(wrong)


def interpreted(module, entry, arrays) -> list:
    with session(module, "interpreter") as program_of, np.errstate(all="ignore"):
        return program_of(entry)(arrays)


class Checker:
    def __init__(self, xla: Xla, keep: Path | None):
        self.xla, self.keep, self.counts = xla, keep, Counter()

    def leg(self, name: str, leg: str, work):
        """What `work` gives, None where it fails, which is told."""
        kind, text, result = "right", "", None
        try:
            with limited(2 * self.xla.patience):
                result = work()
        except Wrong as error:
            kind, text = "differs", str(error)
        except Error as error:
            kind, text = "refused", str(error)
        except Failed as error:
            kind, text = "XLA fails", str(error)
        except TimeoutError:
            kind, text = "too long", f"more than {2 * self.xla.patience} s"
            self.xla.end()
        except Exception as error:
            kind, text = "crashed", f"{type(error).__name__}: {error}"
        self.counts[leg, kind] += 1
        if kind != "right":
            print(f"{name}: {leg}: {kind}: {' '.join(text.split())[:300]}", flush=True)
        return result

    def so_far(self) -> str:
        kinds: Counter[str] = Counter()
        for (_, kind), count in self.counts.items():
            kinds[kind] += count
        return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())

    def check(self, program) -> None:
        lowered = self.leg(program.name, "lowered", lambda: self.lowered(program))
        if lowered is None:
            return
        self.written(program, program.name, lowered)
        if isinstance(program, Exported) and lowered.get("mhlo.num_partitions", 1) == 1:
            stablehlo = program.path.read_text()
            for name, ask in (("translated", self.xla.translated), ("optimized", self.xla.optimized)):
                if (pair := self.leg(program.name, name, partial(ask, stablehlo))) is not None:
                    self.read(program, name, *pair)

    def lowered(self, program):
        """A program as StableHLO with one function to call."""
        return (
            parsed(Source(program.name, Lowered(program, "stablehlo", None).text))
            if not isinstance(program, Exported)
            else program.module()
        )

    def read(self, program, stage: str, proto: bytes, text: str) -> None:
        name = f"{program.name} {stage}"
        if self.keep is not None:
            (self.keep / f"{name.replace(' ', '.')}.hlo").write_text(text)
        module = self.leg(name, "taken", lambda: module_of_proto(proto, program.name))
        if module is None:
            return
        self.leg(name, "read", lambda: right(program, module, interpreted))
        self.leg(name, "text", lambda: self.stable(module, text))
        self.written(program, name, without_fusions(module))

    def stable(self, module, text: str) -> None:
        again = module_of_text(text.encode(), "text")
        if lines(again) != lines(module):
            raise Wrong("the text is another program than the message")
        once = text_of(module)
        if text_of(module_of_text(once.encode(), "text")) != once:
            raise Wrong("a second way through text gives another text")

    def written(self, program, name: str, module) -> None:
        proto = self.leg(name, "given", lambda: export_module(module)[0].SerializeToString(deterministic=True))
        if proto is None:
            return
        devices = module.get("mhlo.num_partitions", 1)

        def computed(proto: bytes):
            return lambda module, entry, arrays: self.xla.run(proto, [arrays], devices)[0]

        self.leg(name, "written", lambda: right(program, module, computed(proto)))
        parsed_by_xla = self.leg(name, "parsed", lambda: self.xla.parsed(text_of(module)))
        if parsed_by_xla is not None:
            self.leg(name, "text written", lambda: right(program, module, computed(parsed_by_xla)))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--xla", required=True)
    options.add_argument("--only", default="")
    options.add_argument("--keep", type=Path)
    options.add_argument("--patience", type=int, default=300)
    options.add_argument("folders", nargs="+", type=Path)
    arguments = options.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(exist_ok=True, parents=True)
    checker = Checker(Xla(arguments.xla, arguments.patience), arguments.keep)
    for folder in arguments.folders:
        for program in programs_at(folder):
            if re.search(arguments.only, program.name):
                checker.check(program)
                print(f"# {program.name}: {checker.so_far()}", flush=True)
    for (leg, kind), count in sorted(checker.counts.items()):
        print(f"{leg:12} {count:5} {kind}")
    return 1 if any(kind in ("differs", "crashed", "XLA fails") for _, kind in checker.counts) else 0


if __name__ == "__main__":
    sys.exit(main())
