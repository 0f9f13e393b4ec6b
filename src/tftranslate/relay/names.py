"""Names that TVM reads."""

from __future__ import annotations

import re

from tftranslate.relay.tokens import KEYWORDS

RESULT_NAMES = "output_tensor_names"  # the attribute of a function by which TVM's frontends name what it gives
NOT_OF_NAMES = re.compile(r"[^0-9A-Za-z_/]|/(?=[/*])")


def plain_name(name: str) -> str:
    """A name as TVM reads it as one."""
    plain = NOT_OF_NAMES.sub("_", name)
    if not plain[:1].isalpha() or plain in KEYWORDS or plain.startswith(("inff", "nanf")):
        plain = f"v{plain}"
    return plain
