"""RE2's regular expressions, as TensorFlow writes them, by Python's: classes by name, and replacement as RE2 does it.

What RE2 has and Python has not (`\\pL`, `\\C`) is refused. Matching takes Python's time, which has no bound in the length of a string.
"""

import re
from functools import cache

from tfir.ir.diagnostics import Error

CLASSES = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": r"\x00-\x7f", "blank": r"\t ", "cntrl": r"\x00-\x1f\x7f", "digit": "0-9", "graph": "!-~",
    "lower": "a-z", "print": " -~", "punct": r"!-/:-@\[-`{-~", "space": r"\t\n\v\f\r ", "upper": "A-Z", "word": "0-9A-Za-z_", "xdigit": "0-9A-Fa-f",
}  # fmt: skip
NAMED_CLASS = re.compile(r"\[:(\w+):\]")
CODE_POINT = re.compile(r"(?<!\\)\\x\{([0-9A-Fa-f]{1,8})\}")
REFUSED = re.compile(r"(?<!\\)(?:\\\\)*\\([pPCQ])")


@cache
def compiled(pattern: bytes) -> re.Pattern:
    text = pattern.decode("utf-8", "surrogateescape")
    foreign = REFUSED.search(text)
    if foreign:
        raise Error(f"the regular expression '{text}' uses \\{foreign[1]}, which is not supported")
    pythonic = in_python(CODE_POINT.sub(lambda digits: f"\\U{digits[1]:>08}", NAMED_CLASS.sub(class_named, text)))
    try:
        return re.compile(pythonic, re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        raise Error(f"'{text}' is no regular expression: {error}") from None


TOKENS = re.compile(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\$|\.)", re.DOTALL)  # an escape, a class, an end, anything
NO_BYTE = r"(?![\udc80-\udcff])"  # what decoding leaves of bytes that are not UTF-8
ANYTHING = frozenset({".", r"\W", r"\D"})
SPACE = r"\t\n\f\r "  # of RE2, to which a vertical tabulator is none
WIDE_CLASS = re.compile(r"\[(\^|.*\\[SWD])", re.DOTALL)
IN_CLASS = {r"\s": SPACE, r"\S": r"\S\v"}
EVERY_LINE = re.compile(r"\(\?[a-z]*m")


def in_python(text: str) -> str:
    """`$` and `\\z` are the end of the text, `\\s` is space but the vertical tabulator; Python's `$` would also stand before a last line break. What matches any character, or
    any but some, matches no byte that belongs to none."""
    ends = {r"\z": r"\Z", "$": "$" if EVERY_LINE.search(text) else r"\Z", r"\s": f"[{SPACE}]", r"\S": f"(?:{NO_BYTE}[^{SPACE}])"}

    def translated(token_match):
        token = token_match[1]
        matches_any = token in ANYTHING or WIDE_CLASS.match(token)
        if token.startswith("["):
            token = re.sub(r"\\(.)", lambda escape: IN_CLASS.get(escape[0], escape[0]), token, flags=re.DOTALL)
        return f"(?:{NO_BYTE}{token})" if matches_any else ends.get(token, token)

    return TOKENS.sub(translated, text)


def class_named(match) -> str:
    if match[1] not in CLASSES:
        raise Error(f"a regular expression names the class {match[0]}, which there is not")
    return CLASSES[match[1]]


def replaced(expression: re.Pattern, text: str, rewrite: str, everywhere: bool) -> str:
    """An empty match where the last one ended is none, unlike in Python. `\\1` in the rewrite is a group; of one that there is not nothing is
    replaced."""
    if any([number > expression.groups for number in groups_in(rewrite)]):
        return text
    out, at, last_end = [], 0, -1
    while at <= len(text):
        match = expression.search(text, at)
        if match is None:
            break
        out.append(text[at : match.start()])
        if match.end() == match.start() == last_end:
            out.append(text[last_end : last_end + 1])
            at, last_end = last_end + 1, -1
            continue
        rewritten, is_whole = rewrite_of(match, rewrite)
        if not is_whole and not everywhere:
            return text
        out.append(rewritten)
        at = last_end = match.end()
        if not everywhere:
            break
    return "".join(out) + text[at:]


def groups_in(rewrite: str) -> list[int]:
    return [int(escape[1]) for escape in re.findall(r"\\.", rewrite, re.DOTALL) if escape[1] in "0123456789"]


def rewrite_of(match: re.Match, rewrite: str) -> tuple[str, bool]:
    """What stands in place of a match, up to an escape that means nothing, and whether there is none such."""
    out = ""
    for plain, escape in re.findall(r"([^\\]*)(\\.?)?", rewrite, re.DOTALL):
        out += plain
        if escape[1:] in tuple("0123456789"):
            out += match[int(escape[1])] or ""
        elif escape == "\\\\":
            out += "\\"
        elif escape:
            return out, False
    return out, True
