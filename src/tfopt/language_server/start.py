"""Starts the server where the package is installed that it needs."""

from __future__ import annotations

from tfir.cli.tool import Tool
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def start(tool: Tool, described: Callable[[str], str]) -> int:
    try:
        from tfopt.language_server.server import serve
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise Error("--lsp needs pygls: pip install 'tfir[lsp]'") from None
    return serve(tool, described)
