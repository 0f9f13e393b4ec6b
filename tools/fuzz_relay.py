#!/usr/bin/env python3
"""Damages texts of Relay and files of parameters, and reads what comes of it: only errors with places may come of it, no crash, no hang, and no more
memory than a small multiple of the file.

    tools/fuzz_relay.py [--count=N] [--seed=N] [--only=N]

Texts are those of the tests. Words are left out, exchanged and put in, bytes are changed, and arrays of the metadata are changed under their base64. What
can still be read is verified, written, and read again to the same text. The seed and the number of an attempt give it again: --only=N.
"""

import base64
import importlib.util
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from damage import damaged  # noqa: E402
from fuzzing import attempts  # noqa: E402
from tfir.dialects import verify  # noqa: E402
from tfir.ir.location import Source  # noqa: E402

from tftranslate.relay.ndarrays import params_bytes, read_params  # noqa: E402
from tftranslate.relay.reader import read_module  # noqa: E402
from tftranslate.relay.writer import module_text  # noqa: E402

WORDS = re.compile(r"\s+|[^\s\w%@]|[%@]?\w+")
ODD = """0 -1 1f inff 1e400f 99999999999999999999 %0 %x @main @f fn let def type match if else ref ref_read ( ) { } [ ] , ; : . = => -> ? _ Cons Nil A
 List Tensor int32 float32x4 meta [relay.Constant] None True "text" axis=1 newshape=[-1] indices_or_sections=999999999 shape=[9223372036854775807] /* */ // #[metadata]""".split()
ARRAY = re.compile(r'"([A-Za-z0-9+/=]{60,})"')


def texts() -> list[str]:
    path = ROOT / "test/unit/tftranslate/relay/test_text.py"
    spec = importlib.util.spec_from_file_location("test_text", path)
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    literals = [each for each in re.findall(r'"""(def @main.*?)"""', path.read_text(), re.S)]
    return [
        (ROOT / "test/lit/tftranslate/relay/Inputs/list.relay").read_text(),
        tests.HEADER + tests.PRELUDE,
        *[tests.HEADER + each for each in literals],
    ]


def changed_text(text: str, source: random.Random) -> str:
    action = source.randrange(4)
    if action == 0:
        return damaged(text.encode(), source).decode("utf-8", "surrogateescape")
    match = ARRAY.search(text)
    if action == 1 and match is not None:
        array = damaged(base64.b64decode(match[1]), source)
        return text[: match.start(1)] + base64.b64encode(array).decode() + text[match.end(1) :]
    words = WORDS.findall(text)
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(words))
        words[at : at + 1] = source.choice([[], [source.choice(words)], [words[at], source.choice(words)], [source.choice(ODD)]])
    return "".join(words)


def read_text(text: str) -> None:
    module = read_module(Source("a.relay", text))
    verify(module)
    once = "".join(module_text(module))
    module = read_module(Source("b.relay", once))
    verify(module)
    again = "".join(module_text(module))
    assert "".join(module_text(read_module(Source("c.relay", again)))) == again, "the text is another one each time"


def read_file(data: bytes) -> None:
    read_params(data, "a.params")


def parameters() -> bytes:
    from tfir.ir.dense import DenseAttr
    from tfir.ir.types import F16, F32, I1, TensorType

    arrays = {
        "w": DenseAttr.of([1.0, 2.0, 3.0], TensorType((3,), F32)),
        "flag": DenseAttr.of([1, 0], TensorType((1, 2), I1)),
        "half": DenseAttr.of(0.5, TensorType((), F16)),
    }
    return b"".join(params_bytes(arrays))


def main() -> int:
    programs, params = texts(), parameters()
    for program in programs:
        read_text(program)
    read_file(params)

    def attempt(number: int, source: random.Random):
        if number % 4 == 3:
            return read_file, damaged(params, source)
        return read_text, changed_text(source.choice(programs), source)

    return attempts(attempt)


if __name__ == "__main__":
    sys.exit(main())
