"""What puts an error right that says `did you mean 'x'?`: the word in question becomes x."""

from __future__ import annotations

import re

from tfopt.language_server.analysis import Told
from tfopt.language_server.names import Place

MEANT = re.compile(r"did you mean '([^']+)'\?")
QUOTED = re.compile(r"'([^']+)'")


def fix_of(text: str, message: str, at: int) -> tuple[Place, str] | None:
    """The place of the word that an error is about, and the word for it; None where the error does not say it."""
    meant = MEANT.search(message)
    if meant is None:
        return None
    line_start, line_end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line_end = len(text) if line_end < 0 else line_end
    for named in QUOTED.findall(message[: meant.start()]):
        for word, new in ((named, meant[1]), (named.rpartition(".")[2], meant[1].rpartition(".")[2])):
            for start in (at, line_start):
                place = text.find(word, start, line_end)
                if place >= 0:
                    return Place(place, place + len(word)), new
    return None


def fix(text: str, told: Told) -> tuple[Place, str] | None:
    return fix_of(text, told.diagnostic.message, told.at)
