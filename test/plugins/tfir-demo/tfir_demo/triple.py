"""Calls of `demo.triple` are answered: three times what they are given."""


def answer(op, operands):
    return [3 * operand for operand in operands]
