"""`!tf_executor.control` and `!tf_executor.token`; the spelling of 2019, `!tf_executor<"control">`, is read too."""

from __future__ import annotations

from tfir.ir.types import OpaqueType

CONTROL, TOKEN = OpaqueType("!tf_executor.control"), OpaqueType("!tf_executor.token")
_KNOWN = {"control": CONTROL, "token": TOKEN, "loop_token": TOKEN}


def _find(parser, keyword: str, start: int):
    if keyword not in _KNOWN:
        raise parser.error(f"unknown tf_executor type: {keyword}", start)
    return _KNOWN[keyword]


def _quoted(parser):
    parser.expect("<")
    start = parser.start
    type = _find(parser, parser.string(), start)
    parser.expect(">")
    return type


class _Types(dict):
    """Answers for every keyword, so that an unknown one is an error here."""

    def __contains__(self, keyword):
        return True

    def __missing__(self, keyword):
        return lambda parser: _find(
            parser, keyword, parser.text.rfind("!", 0, parser.text.rfind(f"tf_executor.{keyword}", 0, parser.start))
        )


TYPES = _Types({"": _quoted})
