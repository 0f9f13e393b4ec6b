"""Rewriting: rules as values, the driver that applies them until none fires, folding of what is constant.

A rule is `pattern >> replacement`, or a function under its pattern (`terms`). What a rule's function builds is built by calling
the same names with values (`building`). `greedy` applies rules; `proof` says whether a replacement has the type it must have;
`folding` evaluates; `graph` knows what is different in a `tfg` graph.
"""
