"""Programs as the printer writes them, operation by operation. What has comments, names aliases, or cannot be read stays as it is."""

from __future__ import annotations

import re

from tfir.dialects import lookup
from tfir.text.printer import PrintOptions, print_pieces

from tfopt.language_server.analysis import MENTIONED, Analysis
from tfopt.language_server.names import Place
from tfopt.language_server.reading import Piece
from tfopt.language_server.splitting import CLOSE, OPEN, OPERATION, SEPARATOR

COMMENT = re.compile(r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?|(//)')
LONGEST = 1 << 20  # characters of one operation
LINE = re.compile(r"^(?=.)", re.MULTILINE)


def formatted(analysis: Analysis) -> list[tuple[Place, str]]:
    """The places that read otherwise when they are printed, and what stands there then."""
    edits, depth = [], 0
    for piece, start in zip(analysis.pieces, analysis.starts):
        if piece.kind == SEPARATOR:
            depth = 0
        depth -= (piece.kind == CLOSE) * (depth > 0)
        text = printed(piece, "  " * depth) if piece.kind == OPERATION else None
        depth += piece.kind == OPEN
        if text is not None:
            body = piece.text.rstrip()
            if body != text:
                edits.append((Place(start, start + len(body)), text))
    return edits


def printed(piece: Piece, indent: str) -> str | None:
    """The text of a piece as printed, without blanks behind it; None for what has to stay."""
    if len(piece.ops) != 1 or not piece.is_sound or piece.told or len(piece.text) > LONGEST:
        return None
    if any([match[1] for match in COMMENT.finditer(piece.text)]) or any(
        [name in piece.mentioned for name in MENTIONED.findall(piece.text)]
    ):
        return None
    text = "".join(print_pieces(piece.ops[0], lookup, PrintOptions(keep_names=True))).rstrip()
    return LINE.sub(indent, text)
