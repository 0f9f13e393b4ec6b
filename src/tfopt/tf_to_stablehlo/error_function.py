"""The error function, its complement and its inverse, from operations that StableHLO has.

The polynomials are least-squares fits on Chebyshev nodes to values of 40 digits, in a variable that runs from -1 to 1; the
largest relative error stands behind each. Coefficients go from the constant upwards.
"""

from math import pi

from tfir.ir.types import F64

from tfopt.tf_to_stablehlo.tensor import Tensor, exp, log, select, sqrt, widened

# erf(x) / x for x*x from 0 to 1
NEAR_F32 = (
    9.65468739e-01, -1.40536089e-01, 1.98524977e-02, -2.28548566e-03, 2.17511990e-04, -1.75368247e-05, 1.23164017e-06, -7.55749255e-08,
)  # 4e-11  # fmt: skip
NEAR_F64 = (
    0.9654687386698676, -0.14053608902271778, 0.019852496688982462, -0.002285485561132272, 0.00021751715605833335,
    -1.7537169507853004e-05, 1.2233826520713367e-06, -7.511553539174544e-08, 4.11599856420253e-09, -2.0368702280393337e-10,
    8.964207154349423e-12, -3.18323145620525e-13, 9.094947017729285e-14,
)  # 8e-16  # fmt: skip
# erfc(x) * exp(x*x) / t for t = 2 / (2 + x) from 0.1 to 1
FAR_F32 = (
    0.5465638897040881, 0.3348265446524005, 0.11706552510017246, 0.00993628123197261, -0.007947835743344988,
    -0.001333845868311601, 0.000895240791957974, 9.242423828350612e-05, -9.825711995574696e-05,
)  # 7e-8  # fmt: skip
FAR_F64 = (
    0.5465638620750616, 0.3348266752781379, 0.11706692004477015, 0.009934235535862848, -0.007959153347600417,
    -0.0013245292722547657, 0.000927638262416627, 7.42618671822993e-05, -0.00013678103736653585, 1.6983067784026896e-05,
    1.690732057499871e-05, -7.608014421554937e-06, -4.265536988941295e-07, 1.5175877831957262e-06, -5.076106965417428e-07,
    -1.0384151080578012e-07, 1.4746112234745566e-07, -2.7530495572136737e-08, -1.8035643734037858e-08, 6.242407835088675e-09,
    5.005858838559201e-10,
)  # 6e-15  # fmt: skip
# erf's inverse at x, divided by x, for w = -log(1 - x*x): w from 0 to 5, and the root of w from there to the root of 17.5
INVERSE_NEAR = (
    1.501409351728239, 0.6166007234735256, -0.026108280762083335, -0.01957419400712812, 0.00852593449784571,
    -0.000484349950696128, -0.0008364687382993454, 0.00028407515288790823, 2.5157435453593302e-05, -3.33398093204096e-05,
    4.149577398493422e-06,
)  # 4e-9  # fmt: skip
INVERSE_FAR = (
    3.04336662492078, 0.9782961743001674, 0.005545630606207297, -0.003859226159630503, 0.0025638790634022967,
    -0.0016896717592196349, 0.0009075120247956648, -0.00029888696403475035, -2.157444473027679e-05, 7.59135314297055e-05,
    -2.5013416097863236e-05,
)  # 3e-9  # fmt: skip


def polynomial(x: Tensor, coefficients) -> Tensor:
    """By Horner's rule."""
    total = x * coefficients[-1] + coefficients[-2]
    for coefficient in coefficients[-3::-1]:
        total = total * x + coefficient
    return total


def between(x: Tensor, low: float, high: float) -> Tensor:
    """x, known to lie between two numbers, as a variable from -1 to 1."""
    return (x - (low + high) / 2) * (2 / (high - low))


def erf_near(x: Tensor) -> Tensor:
    return x * polynomial(between(x * x, 0, 1), NEAR_F64 if x.element is F64 else NEAR_F32)


def erfc_far(size: Tensor) -> Tensor:
    """For numbers from 0 upwards; exact where they are 1 or more."""
    t = 2 / (size + 2)
    return exp(-size * size) * t * polynomial(between(t, 0.1, 1), FAR_F64 if size.element is F64 else FAR_F32)


def erf(x: Tensor) -> Tensor:
    wide = widened(x)
    size = abs(wide)
    far = 1 - erfc_far(size)
    return select(size < 1, erf_near(wide), select(wide < 0, -far, far)).convert(x.element)


def erfc(x: Tensor) -> Tensor:
    wide = widened(x)
    size = abs(wide)
    far = erfc_far(size)
    return select(size < 1, 1 - erf_near(wide), select(wide < 0, 2 - far, far)).convert(x.element)


def erf_inverse(x: Tensor) -> Tensor:
    wide = widened(x)
    w = -log((1 - wide) * (1 + wide))
    near = polynomial(between(w, 0, 5), INVERSE_NEAR)
    far = polynomial(between(sqrt(w), 5**0.5, 17.5**0.5), INVERSE_FAR)
    found = wide * select(w < 5, near, far)
    if x.element is F64:
        for _ in range(2):  # Newton's steps take it to double precision
            found = found - (erf(found) - wide) * exp(found * found) * (pi**0.5 / 2)
    at_end = abs(wide) == 1
    return select(at_end, wide * float("inf"), found).convert(x.element)
