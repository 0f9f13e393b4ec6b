#!/usr/bin/env python3
"""Damages models and reads what comes of it: only errors may come of it, no crash, no hang and no more memory than the file is worth.

    tools/fuzz_models.py [--count=N] [--seed=N] [--seconds=S] [FILE | SAVED_MODEL_DIRECTORY ...]

Kinds of files take turns: GraphDefs as bytes (sorted ones, and ones in odd order with numbers of odd length) and as text, saved_model.pb
and .pbtxt, the index and the data of checkpoints. What can still be read must come back as the same bytes. The seed and the number of an attempt give it again: --only=N.
"""

import argparse
import random
import resource
import shutil
import sys
import tempfile
import traceback
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from damage import damaged, falsified, import_steps, translate  # noqa: E402
from google.protobuf import text_format  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.location import Source  # noqa: E402
from tfir.proto import GraphDef, SavedModel  # noqa: E402
from wire_writer import WireWriter  # noqa: E402

SLOW = 1.0  # seconds of the processor
LARGEST = 300_000  # bytes of a file: smaller ones are damaged where it matters
PER_BYTE, ALLOWANCE = 64, 24 << 20  # memory that an attempt may take: so much per byte, and so much whatever the file
ADDRESS_SPACE = 4 << 30  # a length that lies by more ends in MemoryError, which counts as bad


class Subject:
    """A file to damage: `kind` is how it is read, `within` the SavedModel that it lies in."""

    def __init__(self, kind: Any, data: bytes, within: Path | None = None, name: str = ""):
        self.kind, self.data, self.within, self.name = kind, data, within, name

    def damaged(self, chance: random.Random) -> bytes:
        if self.kind is not bytes and chance.random() < 0.4:
            message = self.kind()
            text_format.Parse(self.data, message) if self.is_text else message.ParseFromString(self.data)
            falsified(message, chance)
            return text_format.MessageToString(message).encode() if self.is_text else message.SerializeToString(deterministic=True)
        return damaged(self.data, chance)

    @property
    def is_text(self) -> bool:
        return self.name.endswith(".pbtxt")

    def attempts(self, data: bytes, place: Path):
        """What is done with the damaged file, step by step."""
        if self.within is None:
            yield translate, (data,)
            return
        (place / self.name).write_bytes(data)
        yield from import_steps(str(place))


def subjects(paths: list[Path]) -> dict[str, list[Subject]]:
    """All that can be damaged, by kind of file."""
    by_kind: dict[str, list[Subject]] = {}
    for path in paths:
        if path.is_dir():
            files = [*path.glob("saved_model.pb*"), *path.glob("variables/variables.*")]
            for file in files:
                kind = SavedModel if file.parent == path else bytes
                add(by_kind, file, Subject(kind, file.read_bytes(), path, str(file.relative_to(path))))
        else:
            add(by_kind, path, Subject(GraphDef, path.read_bytes(), None, path.name))
    return by_kind


def add(by_kind: dict, file: Path, subject: Subject) -> None:
    """Notes a file that is small enough; one of bytes also as text, and as bytes that another writer might have made of it."""
    if len(subject.data) > LARGEST:
        return
    kind = (
        "data" if ".data-" in file.name else f"{'model' if subject.within else 'graph'}{'_odd' * file.stem.endswith('_odd')}{file.suffix}"
    )
    by_kind.setdefault(kind, []).append(subject)
    if file.suffix == ".pb" and not file.stem.endswith("_odd"):
        odd = WireWriter(random.Random(0), 0.3).write(subject.kind.FromString(subject.data))
        add(by_kind, file.with_stem(file.stem + "_odd"), Subject(subject.kind, odd, subject.within, subject.name))
        text = text_format.MessageToString(subject.kind.FromString(subject.data)).encode()
        add(by_kind, file.with_suffix(".pbtxt"), Subject(subject.kind, text, subject.within, subject.name + "txt"))


def default_paths() -> list[Path]:
    return [*(ROOT / "test" / "models").glob("*/model.pb"), *(ROOT / "test" / "models").glob("*/saved_model")]


class Fuzzer:
    def __init__(self, by_kind: dict[str, list[Subject]], seed: int, folder: Path):
        self.kinds, self.subjects, self.seed, self.folder = sorted(by_kind), by_kind, seed, folder
        self.bad, self.slowest, self.largest = 0, 0.0, 0.0

    def attempt(self, number: int) -> None:
        chance = random.Random(f"{self.seed} {number}")
        subject = chance.choice(self.subjects[self.kinds[number % len(self.kinds)]])
        data = subject.damaged(chance)
        if subject.within is not None:
            shutil.copytree(subject.within, self.folder / "m", dirs_exist_ok=True)
            if subject.is_text:
                (self.folder / "m" / "saved_model.pb").unlink(missing_ok=True)
        for action, arguments in subject.attempts(data, self.folder / "m"):
            self.step(number, subject, len(data), action, arguments)
        shutil.rmtree(self.folder / "m", ignore_errors=True)
        del Source._all[:], Source._bases[:]  # locations of what came before are never asked for again

    def step(self, number: int, subject: Subject, size: int, action, arguments) -> None:
        began, before = process_time(), forget_peak()
        try:
            action(*arguments)
        except Error as error:
            error.render()
        except RecursionError:
            pass  # the tool says that the input is nested too deeply
        except Exception:
            last = traceback.format_exc().strip().splitlines()
            self.tell(number, subject, f"{last[-1][:200]}\n    {last[-3].strip()[:160]}")
        took, grown = process_time() - began, peak() - before
        self.slowest, self.largest = max(self.slowest, took), max(self.largest, grown / 1e6)
        if took > SLOW:
            self.tell(number, subject, f"took {took:.1f} s for {size} bytes")
        if grown > ALLOWANCE + PER_BYTE * size:
            self.tell(number, subject, f"took {grown / 1e6:.0f} MB for {size} bytes")

    def tell(self, number: int, subject: Subject, what: str) -> None:
        self.bad += 1
        print(f"attempt {number}, {subject.within or ''} {subject.name}: {what}", flush=True)


def status(field: str) -> int:
    """A line of Linux's account of this process, in bytes; 0 elsewhere."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(field)), 0)


def forget_peak() -> int:
    """Memory in use now; the peak is counted from here on."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return peak()
    return status("VmRSS")


def peak() -> int:
    return status("VmHWM")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("files", nargs="*", type=Path)
    options.add_argument("--count", type=int, default=5_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    options.add_argument("--only", type=int, help="try this one alone, and let it fail")
    arguments = options.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    started, tried = perf_counter(), 0
    by_kind = subjects(arguments.files or default_paths())
    if not any(by_kind.values()) if isinstance(by_kind, dict) else not by_kind:
        options.error("none of these is a GraphDef, a file of a checkpoint or the directory of a SavedModel")
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(by_kind, arguments.seed, Path(folder))
        for number in range(arguments.count) if arguments.only is None else [arguments.only]:
            if perf_counter() - started > arguments.seconds:
                break
            fuzzer.attempt(number)
            tried += 1
    print(
        f"{tried} damaged files ({', '.join(fuzzer.kinds)}), {fuzzer.bad} bad; at most {fuzzer.slowest:.2f} s and {fuzzer.largest:.0f} MB each"
    )
    return 1 if fuzzer.bad else 0


if __name__ == "__main__":
    sys.exit(main())
