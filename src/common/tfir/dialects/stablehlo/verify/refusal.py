"""Verifiers from checks. A check raises `Refused` with its message."""

from __future__ import annotations

from tfir.ir.diagnostics import Error


class Refused(Error):
    """Why a constraint does not hold, said as upstream says it: without the name of the op."""


def checked(check, named: bool = False):
    """A verifier from a check: its message is told at the op, whose name stands before it where upstream has it so."""

    def verify(op):
        try:
            check(op)
        except Refused as reason:
            raise (Error.on(op, str(reason)) if named else Error(str(reason), op)) from None

    return verify


def in_order(*verifiers):
    """Several verifiers as one."""

    def verify(op):
        for one in verifiers:
            one(op)

    return verify
