"""Rewriting: rules as values, the driver that applies them until none fires, folding of what is constant.

A rule is `pattern >> replacement`, or a function under its pattern (`terms`); its pattern may be `several` operations. What a
rule's function builds is built by calling the same names with values (`building`). `greedy` applies rules; `conversion` applies
them until a target is met, or says what is left; `proof` says whether a replacement has the type it must have; `folding`
evaluates; `graph` knows what is different in a `tfg` graph; `trace` tells which rules fire.
"""
