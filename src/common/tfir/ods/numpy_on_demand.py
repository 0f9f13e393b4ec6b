"""NumPy as `np`, imported when something of it is first used. Modules that say what ops compute are read by the verifier too, which asks
them for the types of results alone, and importing NumPy takes longer than verifying a small program.
"""

from __future__ import annotations

import sys

__all__ = ("np",)
TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np
else:

    class NumPy(type(sys)):
        """A module that becomes NumPy: from the first use on, what NumPy has is found without coming here again."""

        def __getattr__(self, name: str) -> object:
            import numpy

            self.__dict__.update(vars(numpy))
            return getattr(numpy, name)

    np = NumPy("numpy")
