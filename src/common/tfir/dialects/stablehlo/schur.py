"""The Schur form of a matrix by Francis's implicitly shifted QR steps. Source: Golub and Van Loan, "Matrix Computations", 7.5.

A complex form is triangular; a real one has blocks of 2 x 2 on its diagonal for pairs of complex eigenvalues, as LAPACK's has: with equal
elements on their diagonal, and others of opposite sign.
"""

from __future__ import annotations

import numpy as np

MOST_TURNS = 30  # for each eigenvalue; usually it is two or three


def reflector(column):
    """The `v` below its leading 1, `tau` and `beta` for which (I - tau v v^H)^H times the column is [beta, 0, 0, ...], beta being real."""
    first, length = column[0], np.linalg.norm(column)
    if not np.any(column[1:]) and first.imag == 0:
        return column[1:], column.dtype.type(0), first.real
    beta = -np.copysign(length, first.real)
    return column[1:] / (first - beta), (beta - first) / beta, beta


def schur(form, vectors) -> int:
    """Turns a Hessenberg matrix into its Schur form Q^H form Q, in place, and `vectors` into vectors Q. Returns how many eigenvalues were not
    come to, which is 0 as a rule."""
    is_real, end, turns = form.dtype.kind == "f", len(form) - 1, 0
    while end > 0 and turns < MOST_TURNS:
        clear_negligible(form)
        start = next((row for row in range(end, 0, -1) if form[row, row - 1] == 0), 0)
        if start == end or (is_real and start == end - 1):
            if start < end:
                standardize(form, vectors, start)
            end, turns = start - 1, 0
            continue
        turns += 1
        chase(form, vectors, start, end, first_column(form, start, end, is_real, is_stuck=turns % 10 == 0))
    return max(end, 0)


def clear_negligible(form) -> None:
    """Sets elements below the diagonal to 0 that are nothing to their neighbours on it."""
    diagonal = np.abs(np.diagonal(form))
    rows = np.flatnonzero(np.abs(np.diagonal(form, -1)) <= np.finfo(form.dtype).eps * (diagonal[1:] + diagonal[:-1])) + 1
    form[rows, rows - 1] = 0


def first_column(form, start: int, end: int, is_real: bool, is_stuck: bool):
    """The first column of form - shift or, so that all stays real, of form^2 - sum * form + product for a pair of shifts: the eigenvalues of the
    last two rows, or others where these lead nowhere."""
    corner = form[end - 1 : end + 1, end - 1 : end + 1]
    one, below = form[start, start], form[start + 1, start]
    if not is_real:
        shifts = np.linalg.eigvals(corner)
        shift = shifts[np.argmin(np.abs(shifts - corner[1, 1]))] + (np.abs(corner[1, 0]) if is_stuck else 0)
        return np.array([one - shift, below])
    total, product = np.trace(corner), corner[0, 0] * corner[1, 1] - corner[0, 1] * corner[1, 0]
    if is_stuck:
        size = np.abs(corner[1, 0]) + np.abs(form[end - 1, end - 2])
        total, product = 1.5 * size, size**2
    head = one * one + form[start, start + 1] * below - total * one + product
    return np.array([head, below * (one + form[start + 1, start + 1] - total), below * form[start + 2, start + 1]])


def chase(form, vectors, start: int, end: int, column) -> None:
    """One step from row `start` to row `end`: what the first column's reflector makes of the form is no Hessenberg matrix, and is made one
    again row by row."""
    width = len(column)
    for row in range(start, end):
        rows = slice(row, min(row + width, end + 1))
        tail, tau, _ = reflector(form[rows, row - 1] if row > start else column)
        vector = np.concatenate([[1], tail])
        form[rows] -= np.conj(tau) * np.outer(vector, np.conj(vector) @ form[rows])
        for matrix in (form, vectors):
            matrix[:, rows] -= tau * np.outer(matrix[:, rows] @ vector, np.conj(vector))
        if row > start:
            form[row + 1 : rows.stop, row - 1] = 0


def standardize(form, vectors, start: int) -> None:
    """Turns a real block of two rows so that it is triangular, or that its diagonal is of two equal elements where its eigenvalues are complex."""
    rows = slice(start, start + 2)
    (a, b), (c, d) = form[rows, rows]
    half = (a - d) / 2
    discriminant = half * half + b * c
    if discriminant >= 0:
        angle = np.arctan2(
            c, half + np.copysign(np.sqrt(discriminant), half)
        )  # of the eigenvector of the eigenvalue that is farther from d
    else:
        angle = np.arctan2(d - a, b + c) / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], form.dtype)
    form[rows] = turn.T @ form[rows]
    for matrix in (form, vectors):
        matrix[:, rows] = matrix[:, rows] @ turn
    if discriminant >= 0:
        form[start + 1, start] = 0
    else:
        form[start, start] = form[start + 1, start + 1] = (form[start, start] + form[start + 1, start + 1]) / 2


def eigenvalues(form):
    """The eigenvalues that a Schur form shows, as their real and imaginary parts."""
    real, imaginary = np.diagonal(form).real.copy(), np.diagonal(form).imag.copy()
    if form.dtype.kind == "f":
        for row in np.flatnonzero(np.diagonal(form, -1)):
            imaginary[row] = np.sqrt(np.abs(form[row, row + 1])) * np.sqrt(np.abs(form[row + 1, row]))
            imaginary[row + 1] = -imaginary[row]
    return real, imaginary
