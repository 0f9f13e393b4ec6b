"""Passes for any program: canonicalize, cse, dce, symbol-dce, inline, loop-invariant-code-motion."""
