"""Special functions of real numbers: the error function and its relatives, gamma and its relatives, a Bessel function, Hurwitz's zeta.

Sources: Moshier, Cephes Mathematical Library (erf, erfc, Bessel); Giles, "Approximating the erfinv function" (2010); Lanczos, "A Precision
Approximation of the Gamma Function" (1964); Johansson, "Rigorous high-precision computation of the Hurwitz zeta function" (2015). In
each list the coefficient of the highest power stands first.
"""

from __future__ import annotations

from math import inf, nan, pi
from math import log as log_of

from tfir.ir.types import F64, IntegerType, storage_bits

from tfopt.arithmetic.tensor import (
    FLOATS,
    SMALLEST,
    Tensor,
    emit,
    exp,
    floor,
    holds,
    like,
    log,
    polynomial,
    require_float,
    select,
    sqrt,
    unary,
)

# The error function

ERF_CLAMPED = (
    -2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05, -0.000734990630326855,
    -0.00295459980854025, -0.0160960333262415,
)  # fmt: skip
ERF_CLAMPED_BELOW = (
    -1.45660718464996e-05, -0.000213374055278905, -0.00168282697438203, -0.00737332916720468, -0.0142647390514189,
)  # fmt: skip
ERF_NEAR_F32 = (
    7.853861353153693e-05, -0.0008010193625184903, 0.005188327685732524, -0.02685381193529856, 0.1128358514861418, -0.37612625824233,
    1.12837916572671,
)  # fmt: skip
ERFC_TO_2_F32 = (
    0.02326819970068386, -0.1387039388740657, 0.3687424674597105, -0.5824733027278666, 0.6210004621745983, -0.4944515323274145,
    0.3404879937665872, -0.2741127028184656, 0.5638259427386472,
)  # fmt: skip
ERFC_BEYOND_F32 = (
    -10.47766399936249, 12.97719955372516, -7.495518717768503, 2.921019019210786, -1.0152652792027, 0.4218463358204948,
    -0.2820767439740514, 0.5641895067754075,
)  # fmt: skip
ERF_NEAR_F64 = (
    9.604973739870516, 90.02601972038427, 2232.005345946843, 7003.325141128051, 55592.30130103949,
)  # fmt: skip
ERF_NEAR_BELOW_F64 = (
    1.0, 33.56171416475031, 521.3579497801527, 4594.323829709801, 22629.000061389095, 49267.39426086359,
)  # fmt: skip
ERFC_TO_8_F64 = (
    2.461969814735305e-10, 0.5641895648310689, 7.463210564422699, 48.63719709856814, 196.5208329560771, 526.4451949954773,
    934.5285271719576, 1027.5518868951572, 557.5353353693994,
)  # fmt: skip
ERFC_TO_8_BELOW_F64 = (
    1.0, 13.228195115474499, 86.70721408859897, 354.9377788878199, 975.7085017432055, 1823.9091668790973, 2246.3376081871097,
    1656.6630919416134, 557.5353408177277,
)  # fmt: skip
ERFC_BEYOND_F64 = (
    0.5641895835477551, 1.275366707599781, 5.019050422511805, 6.160210979930536, 7.4097426995044895, 2.9788666537210022,
)  # fmt: skip
ERFC_BEYOND_BELOW_F64 = (
    1.0, 2.2605286322011726, 9.396035249380015, 12.048953980809666, 17.08144507475659, 9.608968090632859, 3.369076451000815,
)  # fmt: skip
ERFC_EXPONENT_F32 = (
    -0.09979493170976639, 0.44500935077667236, -0.7383483052253723, 0.48165035247802734, -0.05759982392191887, 0.1296612024307251,
    -0.10758400708436966, -0.641360878944397, -1.5273451936081983e-05,
)  # fmt: skip
MOST_F32, MOST_F64 = 88.72283905206835, 709.782712893384  # whose exponentials are the largest numbers


def erf_near(x: Tensor) -> Tensor:
    """For sizes up to 1: x * T(x^2), in f64 divided by U(x^2)."""
    square = x * x
    if x.element is not F64:
        return x * polynomial(square, ERF_NEAR_F32)
    above = x * polynomial(square, ERF_NEAR_F64)
    return above / polynomial(square, ERF_NEAR_BELOW_F64)


def erfc_far(x: Tensor) -> Tensor:
    """For sizes from 1 on."""
    return mirrored(x, *(erfc_far_f64 if x.element is F64 else erfc_far_f32)(x))


def erfc_far_f64(x: Tensor):
    """exp(-x^2) P(|x|) / Q(|x|) up to 8, with R and S beyond."""
    exponent = -(x * x)
    falling, size = exp(exponent), abs(x)
    near = falling * polynomial(size, ERFC_TO_8_F64)
    near = near / polynomial(size, ERFC_TO_8_BELOW_F64)
    beyond = falling * polynomial(size, ERFC_BEYOND_F64)
    beyond = beyond / polynomial(size, ERFC_BEYOND_BELOW_F64)
    eight = like(8.0, x)
    return exponent, select(holds("LT", size, eight), near, beyond), -MOST_F64, None


def erfc_far_f32(x: Tensor):
    """exp(-x^2) / |x| * P(1 / x^2) up to 2, with R beyond."""
    square = x * x
    exponent = -square
    size, one = abs(x), like(1.0, x)
    inverse = one / square
    scale = exp(exponent) * (one / size)
    two = like(2.0, x)
    is_near = holds("LT", size, two)
    near, beyond = polynomial(inverse, ERFC_TO_2_F32), polynomial(inverse, ERFC_BEYOND_F32)
    return exponent, scale * select(is_near, near, beyond), -MOST_F32, two


def mirrored(x: Tensor, exponent: Tensor, result: Tensor, least: float, two: Tensor | None) -> Tensor:
    """0 where the exponential would vanish; 2 - erfc(-x) for negative numbers."""
    vanishes = holds("LT", exponent, like(least, x))
    zero = like(0.0, x)
    result = select(vanishes, zero, result)
    is_negative = holds("LT", x, zero)
    return select(is_negative, (like(2.0, x) if two is None else two) - result, result)


def erf(x: Tensor) -> Tensor:
    require_float(x, *FLOATS)
    return erf_f64(x) if x.element is F64 else erf_f32(x)


def erf_f64(x: Tensor) -> Tensor:
    near = erf_near(x)
    one = like(1.0, x)
    far = one - erfc_far(x)
    return select(holds("LT", abs(x), one), near, far)


def erf_f32(x: Tensor) -> Tensor:
    """A quotient of polynomials in x^2, of x between -4 and 4."""
    low, high = like(-4.0, x), like(4.0, x)
    x = emit("clamp", [low, x, high], x.type)
    square = x * x
    above, below = polynomial(square, ERF_CLAMPED), polynomial(square, ERF_CLAMPED_BELOW)
    result = x * above / below
    low, high = like(-1.0, x), like(1.0, x)
    return emit("clamp", [low, result, high], x.type)


def erfc(x: Tensor) -> Tensor:
    require_float(x, *FLOATS)
    far = erfc_far(x)
    one = like(1.0, x)
    near = one - erf_near(x)
    return select(holds("LT", abs(x), one), near, far)


def erfc_at_once(x: Tensor) -> Tensor:
    """As `erfc`, which writes what upstream does; of f32 by one formula for all sizes, in a third of its operations.

    t exp(z (S(t) - z)) with z = |x| and t = 1 / (1 + 0.54 z). S is our own: of all polynomials of its degree the one with the least error of
    the exponent, 4e-8 up to z = 10.2, where nothing is left of the function in f32. At 0 the result is 1.
    """
    require_float(x, *FLOATS)
    if x.element is F64:
        return erfc(x)
    size, one, two = abs(x), like(1.0, x), like(2.0, x)
    t = one / (one + size * like(0.54, x))
    result = t * exp(size * (polynomial(t, ERFC_EXPONENT_F32) - size))
    return select(holds("LT", x, like(0.0, x)), two - result, result)


# Its inverse x * P(w), w = -log(1 - x^2), in a variable for each range of w

INVERSE_TO_5_F32 = (
    2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503, -0.00417768164, 0.246640727,
    1.50140941,
)  # fmt: skip
INVERSE_BEYOND_F32 = (
    -0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047, 1.00167406,
    2.83297682,
)  # fmt: skip
INVERSE_TO_6_F64 = (
    -3.64441206401782e-21, -1.6850591381820166e-19, 1.28584807152564e-18, 1.1157877678025181e-17, -1.333171662854621e-16,
    2.0972767875968562e-17, 6.637638134358324e-15, -4.054566272975207e-14, -8.151934197605472e-14, 2.6335093153082323e-12,
    -1.2975133253453532e-11, -5.415412054294628e-11, 1.0512122733215323e-09, -4.112633980346984e-09, -2.9070369957882005e-08,
    4.2347877827932404e-07, -1.3654692000834679e-06, -1.3882523362786469e-05, 0.00018673420803405714, -0.000740702534166267,
    -0.006033670871430149, 0.24015818242558962, 1.6536545626831027,
)  # fmt: skip
INVERSE_TO_16_F64 = (
    2.2137376921775787e-09, 9.075656193888539e-08, -2.7517406297064545e-07, 1.8239629214389228e-08, 1.5027403968909828e-06,
    -4.013867526981546e-06, 2.9234449089955446e-06, 1.2475304481671779e-05, -4.7318229009055734e-05, 6.828485145957318e-05,
    2.4031110387097894e-05, -0.0003550375203628475, 0.0009532893797373805, -0.0016882755560235047, 0.002491442096107851,
    -0.003751208507569241, 0.005370914553590064, 1.0052589676941592, 3.0838856104922208,
)  # fmt: skip
INVERSE_BEYOND_F64 = (
    -2.7109920616438573e-11, -2.555641816996525e-10, 1.5076572693500548e-09, -3.789465440126737e-09, 7.61570120807834e-09,
    -1.496002662714924e-08, 2.914795345090108e-08, -6.771199775845234e-08, 2.2900482228026655e-07, -9.9298272942317e-07,
    4.526062597223154e-06, -1.968177810553167e-05, 7.599527703001776e-05, -0.00021503011930044477, -0.00013871931833623122,
    1.0103004648645344, 4.849906401408584,
)  # fmt: skip


def erf_inv(x: Tensor) -> Tensor:
    require_float(x, *FLOATS)
    w = -unary("log_plus_one", x * -x)
    p = (inverse_f64 if x.element is F64 else inverse_f32)(x, w)
    result = p * x
    is_end = holds("EQ", abs(x), like(1, x))
    return select(is_end, x * like(inf, x), result)


def inverse_f32(x: Tensor, w: Tensor) -> Tensor:
    is_near = holds("LT", w, like(5.0, x))

    def coefficient(number: int) -> Tensor:
        near = like(INVERSE_TO_5_F32[number], x)
        return select(is_near, near, like(INVERSE_BEYOND_F32[number], x))

    near = w - like(2.5, x)
    w = select(is_near, near, sqrt(w) - like(3.0, x))
    p = coefficient(0)
    for number in range(1, len(INVERSE_TO_5_F32)):
        term = coefficient(number)
        p = term + p * w
    return p


def inverse_f64(x: Tensor, w: Tensor) -> Tensor:
    to_6 = holds("LT", w, like(6.25, x))
    to_16 = holds("LT", w, like(16, x))

    def coefficient(number: int) -> Tensor:
        value = like(INVERSE_TO_6_F64[number], x)
        if number < len(INVERSE_TO_16_F64):
            value = select(to_6, value, like(INVERSE_TO_16_F64[number], x))
        if number < len(INVERSE_BEYOND_F64):
            value = select(to_16, value, like(INVERSE_BEYOND_F64[number], x))
        return value

    root = sqrt(w)
    near = w - like(3.125, x)
    middle = select(to_16, like(3.25, w), like(5.0, w))
    w = select(to_6, near, root - middle)
    p = coefficient(0)
    for number in range(1, len(INVERSE_TO_6_F64)):
        term = coefficient(number)
        term = term + p * w
        is_there = None if number < len(INVERSE_BEYOND_F64) else to_16 if number < len(INVERSE_TO_16_F64) else to_6
        p = term if is_there is None else select(is_there, term, p)
    return p


# Gamma: the coefficients are those of P. Godfrey, "A note on the computation of the convergent Lanczos complex gamma approximation" (2001)

G = 7
BASE = 0.99999999999980993227684700473478
TERMS = (
    676.520368121885098567009190444019, -1259.13921672240287047156078755283, 771.3234287776530788486528258894,
    -176.61502916214059906584551354, 12.507343278686904814458936853, -0.13857109526572011689554707,
    9.984369578019570859563e-6, 1.50563273514931155834e-7,
)  # fmt: skip


def reflected(x: Tensor):
    """Whether x lies left of 1/2, where the approximation does not hold; z = -x there, else x - 1; the constants 1/2 and 1."""
    half = like(0.5, x)
    is_left = holds("LT", x, half)
    negated, one = -x, like(1, x)
    return is_left, select(is_left, negated, x - one), half, one


def logarithm_of_base(z: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
    """t = z + g + 1/2 and its logarithm."""
    offset = like(G + 0.5, x)
    base = offset + z
    of_offset = like(log_of(G + 0.5), x)
    return base, of_offset + unary("log_plus_one", z / offset)


def lgamma(x: Tensor) -> Tensor:
    """(log 2 + log pi) / 2 + (z + 1/2 - t / log t) * log t + log a(z); left of 1/2 by Euler's reflection. Infinite at its poles and ends."""
    is_left, z, half, one = reflected(x)
    total = like(BASE, x)
    for number, coefficient in enumerate(TERMS, 1):
        above = like(coefficient, x)
        total = total + above / (z + like(number, x))
    base, logarithm = logarithm_of_base(z, x)
    quotient = base / logarithm
    rest = (z + half - quotient) * logarithm
    of_total = log(total)
    right = like((log_of(2) + log_of(pi)) / 2, x) + rest + of_total
    size = abs(x)
    part = size - floor(size)
    is_upper = holds("LT", half, part)
    part = select(is_upper, one - part, part)
    height = log(unary("sine", like(pi, x) * part))
    left = like(log_of(pi), x) - height - right
    is_finite = emit("is_finite", [height], is_left.type)
    left = select(is_finite, left, -height)
    result = select(is_left, left, right)
    is_infinite = holds("EQ", abs(x), like(inf, x))
    return select(is_infinite, like(inf, x), result)


def digamma(x: Tensor) -> Tensor:
    """log t + a'(z) / a(z) - g / t; left of 1/2 by reflection. NaN at its poles."""
    is_left, z, _, one = reflected(x)
    zero = like(0.0, x)
    total, slope = like(BASE, x), zero
    for number, coefficient in enumerate(TERMS, 1):
        above, place = like(coefficient, x), like(number, x)
        place = z + place
        slope = slope - above / (place * place)
        total = total + above / place
    base, logarithm = logarithm_of_base(z, x)
    ratio = slope / total
    last = like(G, x) / base
    right = logarithm + ratio - last
    reduced = x + abs(floor(x + like(0.5, x)))
    angle_unit = like(pi, x)
    angle = angle_unit * reduced
    cosine, sine = unary("cosine", angle), unary("sine", angle)
    left = right - angle_unit * cosine / sine
    result = select(is_left, left, right)
    is_pole = holds("LE", x, zero) & holds("EQ", x, floor(x))
    return select(is_pole, like(nan, x), result)


# Hurwitz's zeta function: nine terms, and twelve of the formula of Euler and Maclaurin; (2n)! / B(2n), the last first

EULER_MACLAURIN = (
    -7.166165256175667e+18, 1.8152105401943546e+17, -4597978722407473.0, 116467828143500.67, -2950130727918.164, 74724249600.0,
    -1892437580.3183792, 47900160.0, -1209600.0, 30240.0, -720.0, 12.0,
)  # fmt: skip


def zeta(x: Tensor, q: Tensor) -> Tensor:
    zero, one = like(0.0, q), like(1.0, q)
    exponent = -x
    total, place = emit("power", [q, exponent], q.type), q
    for _ in range(9):
        place = place + one
        total = total + emit("power", [place, exponent], q.type)
    place = place + one
    last = emit("power", [place, exponent], q.type)
    one_of_x = like(1.0, x)
    integral = last * place / (x - one_of_x)
    inverse_square = one / (place * place)
    series = zero
    for number, coefficient in enumerate(EULER_MACLAURIN[:-1]):
        high = x + like(float(22 - 2 * number), x)
        low = x + like(float(21 - 2 * number), x)
        factor = high * low
        series = factor * (inverse_square * (series + like(1 / coefficient, place)))
    half = like(0.5, last)
    scale = x / place
    tail = last * (half + scale * (like(1 / EULER_MACLAURIN[-1], place) + series))
    accurate = total + integral + tail
    size, size_of_total = abs(last), abs(total)
    is_done = holds("LT", size, size_of_total * like(SMALLEST[q.element.name], place))
    return at_ends_of_zeta(x, q, select(is_done, total, accurate), zero, one, one_of_x)


def at_ends_of_zeta(x, q, result, zero, one, one_of_x) -> Tensor:
    """NaN below 1 and, for q <= 0, for x that is no integer; at poles infinite if x is even; infinite at 1."""
    none = like(nan, x)
    result = select(holds("LT", x, one_of_x), none, result)
    is_left = holds("LE", q, zero)
    is_broken = holds("NE", x, floor(x))
    result = select(is_left & is_broken, none, result)
    infinite = like(inf, x)
    is_pole = is_left & holds("EQ", q, floor(q))
    two = like(2.0, x)
    is_whole = holds("EQ", x, floor(x))
    is_even = is_whole & holds("EQ", x % two, zero)
    result = select(is_pole, select(is_even, infinite, none), result)
    return select(holds("EQ", x, one), infinite, result)


def polygamma(n: Tensor, x: Tensor, zeta=zeta) -> Tensor:
    """(-1)^(n + 1) n! zeta(n + 1, x), for n = 0 digamma; NaN where n is no natural number."""
    one, two = like(1.0, x), like(2.0, x)
    sign = two * (n % two) - one
    order = n + one
    factorial = exp(lgamma(order))
    series = zeta(order, x)
    result = sign * factorial * series
    zero = like(0.0, x)
    is_zero = holds("EQ", n, zero)
    result = select(is_zero, digamma(x), result)
    is_broken = holds("NE", n, floor(n))
    return select(is_broken | holds("LT", n, zero), like(nan, x), result)


# exp(-|x|) times the modified Bessel functions of order 0 and 1: Chebyshev's series in x / 2 - 2 up to 8, of that divided by x for order
# 1, and in 32 / x - 2 beyond, of that times sqrt(x); the end of each is that for f32

BESSEL_0_TO_8 = (
    -4.4153416464793395e-18, 3.3307945188222384e-17, -2.431279846547955e-16, 1.715391285555133e-15, -1.1685332877993451e-14,
    7.676185498604936e-14, -4.856446783111929e-13, 2.95505266312964e-12, -1.726826291441556e-11, 9.675809035373237e-11,
    -5.189795601635263e-10, 2.6598237246823866e-09, -1.300025009986248e-08, 6.046995022541919e-08, -2.670793853940612e-07,
    1.1173875391201037e-06, -4.4167383584587505e-06, 1.6448448070728896e-05, -5.754195010082104e-05, 0.00018850288509584165,
    -0.0005763755745385824, 0.0016394756169413357, -0.004324309995050576, 0.010546460394594998, -0.02373741480589947,
    0.04930528423967071, -0.09490109704804764, 0.17162090152220877, -0.3046826723431984, 0.6767952744094761,
)  # fmt: skip
BESSEL_0_BEYOND = (
    -7.233180487874754e-18, -4.830504485944182e-18, 4.46562142029676e-17, 3.461222867697461e-17, -2.8276239805165836e-16,
    -3.425485619677219e-16, 1.7725601330565263e-15, 3.8116806693526224e-15, -9.554846698828307e-15, -4.150569347287222e-14,
    1.54008621752141e-14, 3.8527783827421426e-13, 7.180124451383666e-13, -1.7941785315068062e-12, -1.3215811840447713e-11,
    -3.1499165279632416e-11, 1.1889147107846439e-11, 4.94060238822497e-10, 3.3962320257083865e-09, 2.266668990498178e-08,
    2.0489185894690638e-07, 2.8913705208347567e-06, 6.889758346916825e-05, 0.0033691164782556943, 0.8044904110141088,
)  # fmt: skip
BESSEL_TO_8 = (
    2.7779141127610464e-18, -2.111421214358166e-17, 1.5536319577362005e-16, -1.1055969477353862e-15, 7.600684294735408e-15,
    -5.042185504727912e-14, 3.223793365945575e-13, -1.9839743977649436e-12, 1.1736186298890901e-11, -6.663489723502027e-11,
    3.625590281552117e-10, -1.8872497517228294e-09, 9.381537386495773e-09, -4.445059128796328e-08, 2.0032947535521353e-07,
    -8.568720264695455e-07, 3.4702513081376785e-06, -1.3273163656039436e-05, 4.781565107550054e-05, -0.00016176081582589674,
    0.0005122859561685758, -0.0015135724506312532, 0.004156422944312888, -0.010564084894626197, 0.024726449030626516,
    -0.05294598120809499, 0.1026436586898471, -0.17641651835783406, 0.25258718644363365,
)  # fmt: skip
BESSEL_BEYOND = (
    7.517296310842105e-18, 4.414348323071708e-18, -4.6503053684893586e-17, -3.209525921993424e-17, 2.96262899764595e-16,
    3.3082023109209285e-16, -1.8803547755107825e-15, -3.8144030724370075e-15, 1.0420276984128802e-14, 4.272440016711951e-14,
    -2.1015418427726643e-14, -4.0835511110921974e-13, -7.198551776245908e-13, 2.0356285441470896e-12, 1.4125807436613782e-11,
    3.2526035830154884e-11, -1.8974958123505413e-11, -5.589743462196584e-10, -3.835380385964237e-09, -2.6314688468895196e-08,
    -2.512236237870209e-07, -3.882564808877691e-06, -0.00011058893876262371, -0.009761097491361469, 0.7785762350182801,
)  # fmt: skip


def chebyshev(x: Tensor, coefficients) -> Tensor:
    """By Clenshaw's recurrence."""
    first, second, third = like(0.0, x), like(0.0, x), like(0.0, x)
    for coefficient in coefficients:
        third, second = second, first
        first = x * second
        first = first - third
        first = first + like(coefficient, x)
    result = first - third
    return result * like(0.5, x)


def bessel_i0e(x: Tensor) -> Tensor:
    require_float(x, *FLOATS)
    to_8, beyond_8 = (BESSEL_0_TO_8, BESSEL_0_BEYOND) if x.element is F64 else (BESSEL_0_TO_8[-18:], BESSEL_0_BEYOND[-7:])
    size = abs(x)
    near = chebyshev(size * 0.5 - 2, to_8)
    beyond = chebyshev(like(32.0, x) / size - 2, beyond_8) / sqrt(size)
    return select(size <= 8, near, beyond)


def bessel_i1e(x: Tensor) -> Tensor:
    require_float(x, *FLOATS)
    to_8, beyond_8 = (BESSEL_TO_8, BESSEL_BEYOND) if x.element is F64 else (BESSEL_TO_8[-17:], BESSEL_BEYOND[-7:])
    size = abs(x)
    half, two, thirty_two, eight = like(0.5, x), like(2.0, x), like(32.0, x), like(8.0, x)
    near = size * chebyshev(half * size - two, to_8)
    beyond = chebyshev(thirty_two / size - two, beyond_8) / sqrt(size)
    result = select(holds("LE", size, eight), near, beyond)
    return unary("sign", x) * result


# Neighbours


def next_after(x: Tensor, y: Tensor) -> Tensor:
    """The bits of x, as an integer, one up or down: down where x is the larger in size or the signs differ. From zero, the smallest number with
    the sign of y; of equal ones y."""
    bits = storage_bits(x.element)
    whole = x.type.with_element(IntegerType(bits))

    def as_bits(tensor):
        return emit("bitcast_convert", [tensor], whole)

    x_bits, y_bits = as_bits(x), as_bits(y)
    either_nan = holds("NE", x, x) | holds("NE", y, y)
    of_nan = as_bits(like(nan, x))
    sign_bit = -(1 << (bits - 1))
    sign_mask, size_mask = like(sign_bit, x_bits), like(~sign_bit, x_bits)
    x_size, y_size = x_bits & size_mask, y_bits & size_mask
    equal = holds("EQ", x, y)
    zero = like(0, x_bits)
    x_is_zero, y_is_zero = holds("EQ", x_size, zero), holds("EQ", y_size, zero)
    x_sign, y_sign = x_bits & sign_mask, y_bits & sign_mask
    one = like(1, x_bits)
    smallest = y_sign | one
    differ = holds("NE", x_sign, y_sign)
    falls = holds("GT", x_size, y_size) | differ
    result = x_bits + select(falls, like(-1, x_bits), one)
    result = select(x_is_zero, select(y_is_zero, y_bits, smallest), result)
    return emit("bitcast_convert", [select(either_nan, of_nan, select(equal, y_bits, result))], x.type)
