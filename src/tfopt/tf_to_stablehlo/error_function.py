"""The error function, its complement and its inverse, and the quantile of the normal distribution, from operations that StableHLO has.

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
    """A polynomial in x by Horner's rule."""
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
    """The error function; elementwise."""
    wide = widened(x)
    size = abs(wide)
    far = 1 - erfc_far(size)
    return select(size < 1, erf_near(wide), select(wide < 0, -far, far)).convert(x.element)


def erfc(x: Tensor) -> Tensor:
    """1 - erf(x), without cancellation for large x."""
    wide = widened(x)
    size = abs(wide)
    far = erfc_far(size)
    return select(size < 1, 1 - erf_near(wide), select(wide < 0, 2 - far, far)).convert(x.element)


def erf_inverse(x: Tensor) -> Tensor:
    """The inverse of erf on [-1, 1], infinite at the ends; in f64 the polynomial is followed by two Newton steps."""
    wide = widened(x)
    w = -log((1 - wide) * (1 + wide))
    near = polynomial(between(w, 0, 5), INVERSE_NEAR)
    far = polynomial(between(sqrt(w), 5**0.5, 17.5**0.5), INVERSE_FAR)
    result = wide * select(w < 5, near, far)
    if x.element is F64:
        for _ in range(2):  # Newton's steps take it to double precision
            result = result - (erf(result) - wide) * exp(result * result) * (pi**0.5 / 2)
    at_end = abs(wide) == 1
    return select(at_end, wide * float("inf"), result).convert(x.element)


# The quantile of the normal distribution: numerators and denominators from the constant upwards, each in the variable that is named.
# Source: Wichura, Algorithm AS 241, Applied Statistics 37 (1988); 1e-16.
QUANTILE_MIDDLE = (  # divided by p - 1/2, in 0.425**2 - (p - 1/2)**2
    (3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125, 45921.953931549871457,
     67265.770927008700853, 33430.575583588128105, 2509.0809287301226727),
    (1.0, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077, 21213.794301586595867, 39307.895800092710610,
     28729.085735721942674, 5226.4952788528545610),
)  # fmt: skip
QUANTILE_NEAR = (  # in the root of -log(p), less 1.6
    (1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504, 1.27045825245236838258,
     0.241780725177450611770, 0.0227238449892691845833, 7.74545014278341407640e-4),
    (1.0, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550, 0.148103976427480074590,
     0.0151986665636164571966, 5.47593808499534494600e-4, 1.05075007164441684324e-9),
)  # fmt: skip
QUANTILE_FAR = (  # in the same, less 5
    (6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 0.296560571828504891230, 0.0265321895265761230930,
     1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7),
    (1.0, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525, 7.86869131145613259100e-4,
     1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15),
)  # fmt: skip


def ratio(x: Tensor, coefficients) -> Tensor:
    return polynomial(x, coefficients[0]) / polynomial(x, coefficients[1])


def normal_quantile(p: Tensor) -> Tensor:
    """The number below which a share p of the normal distribution lies."""
    wide = widened(p)
    from_half = wide - 0.5
    middle = from_half * ratio(0.180625 - from_half * from_half, QUANTILE_MIDDLE)
    tail = sqrt(-log(select(from_half < 0, wide, 1 - wide)))
    outer = select(tail < 5, ratio(tail - 1.6, QUANTILE_NEAR), ratio(tail - 5, QUANTILE_FAR))
    outer = select(tail == float("inf"), tail, outer)
    return select(abs(from_half) < 0.425, middle, select(from_half < 0, -outer, outer)).convert(p.element)
