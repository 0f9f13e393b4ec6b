#!/usr/bin/env python3
"""Records special functions at places drawn over their domains, in 25 digits: what double precision is held against.

    PYTHON tools/record_special_functions.py > test/support/special_functions.jsonl

PYTHON is an interpreter that has mpmath. A line has the name of TensorFlow's op, the places as exact hexadecimal doubles (a list for each
operand), and the values as decimals.
"""

import json
import random

import mpmath
from mpmath import mpf

COUNT = 40
mpmath.mp.dps = 60


def uniform(low: float, high: float):
    return lambda: random.uniform(low, high)


def magnitudes(low: float, high: float):
    """Numbers of all magnitudes between two powers of ten."""
    return lambda: 10 ** random.uniform(low, high)


def both(*draws):
    """From one source or the other."""
    return lambda: random.choice(draws)()


def whole(low: int, high: int):
    return lambda: float(random.randint(low, high))


SIGNED = both(uniform(-8, 8), magnitudes(-6, 1), lambda: -(10 ** random.uniform(-6, 1)))
POSITIVE = both(uniform(0, 30), magnitudes(-6, 2))
UNIT = both(uniform(0, 1), magnitudes(-6, -1))
FUNCTIONS = {
    "Erf": (mpmath.erf, SIGNED), "Erfc": (mpmath.erfc, both(SIGNED, uniform(5, 25))), "Erfinv": (mpmath.erfinv, both(uniform(-1, 1), UNIT)),
    "Ndtri": (lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1), UNIT),
    "Lgamma": (lambda x: mpmath.log(abs(mpmath.gamma(x))), both(SIGNED, magnitudes(0, 6))), "Digamma": (mpmath.digamma, both(SIGNED, magnitudes(0, 6))),
    "BesselI0": (lambda x: mpmath.besseli(0, x), SIGNED), "BesselI1": (lambda x: mpmath.besseli(1, x), SIGNED),
    "BesselI0e": (lambda x: mpmath.besseli(0, x) * mpmath.exp(-abs(x)), both(SIGNED, magnitudes(1, 4))),
    "BesselI1e": (lambda x: mpmath.besseli(1, x) * mpmath.exp(-abs(x)), both(SIGNED, magnitudes(1, 4))),
    "BesselJ0": (lambda x: mpmath.besselj(0, x), both(SIGNED, uniform(8, 100))), "BesselJ1": (lambda x: mpmath.besselj(1, x), both(SIGNED, uniform(8, 100))),
    "BesselY0": (lambda x: mpmath.bessely(0, x), both(POSITIVE, uniform(8, 100))), "BesselY1": (lambda x: mpmath.bessely(1, x), both(POSITIVE, uniform(8, 100))),
    "BesselK0": (lambda x: mpmath.besselk(0, x), POSITIVE), "BesselK1": (lambda x: mpmath.besselk(1, x), POSITIVE),
    "BesselK0e": (lambda x: mpmath.besselk(0, x) * mpmath.exp(x), POSITIVE), "BesselK1e": (lambda x: mpmath.besselk(1, x) * mpmath.exp(x), POSITIVE),
    "Dawsn": (lambda x: mpmath.sqrt(mpmath.pi) / 2 * mpmath.exp(-x * x) * mpmath.erfi(x), SIGNED), "Expint": (mpmath.ei, POSITIVE),
    "FresnelCos": (mpmath.fresnelc, SIGNED), "FresnelSin": (mpmath.fresnels, SIGNED),
    "Spence": (lambda x: mpmath.re(mpmath.polylog(2, 1 - x)), POSITIVE),
    "Igamma": (lambda a, x: mpmath.gammainc(a, 0, x, regularized=True), uniform(0.1, 30), uniform(0.01, 30)),
    "Igammac": (lambda a, x: mpmath.gammainc(a, x, regularized=True), uniform(0.1, 30), uniform(0.01, 30)),
    "Betainc": (lambda a, b, x: mpmath.betainc(a, b, 0, x, regularized=True), uniform(0.1, 10), uniform(0.1, 10), uniform(0, 1)),
    "Zeta": (mpmath.zeta, uniform(1.05, 20), uniform(0.05, 20)), "Polygamma": (lambda n, x: mpmath.polygamma(int(n), x), whole(1, 8), uniform(0.05, 30)),
}  # fmt: skip


def main():
    random.seed(5)
    for name, (function, *draws) in FUNCTIONS.items():
        places = [[draw() for draw in draws] for _ in range(COUNT)]
        values = [mpmath.nstr(function(*map(mpf, place)), 25) for place in places]
        columns = [[number.hex() for number in column] for column in zip(*places)]
        print(json.dumps({"op": name, "places": columns, "values": values}, separators=(",", ":")))


if __name__ == "__main__":
    main()
