"""Bessel functions of orders 0 and 1 of real numbers, in f64, by Chebyshev's series.

The forms are those of DLMF 10.8 (Y near 0: a logarithm times J and an entire function), 10.17 (far away: a wave of even and odd part) and
10.31 (K near 0). Coefficients were computed with 40 digits from the definitions; that of the highest power stands first. What is told in
capitals is a function of the square of x up to 8 (K: up to 2), or of that of 8 / x (K: of 2 / x) beyond.
"""

from __future__ import annotations

from math import inf, nan, pi

from tfopt.arithmetic.special import bessel_i0e, bessel_i1e, chebyshev
from tfopt.arithmetic.tensor import Tensor, exp, log, select, sqrt, unary

J0_TO_8 = (
    1.2218515873961411e-17, -7.588508125447546e-16, 4.125320595634374e-14, -1.9438346867370164e-12, 7.848696314479465e-11,
    -2.679253530557673e-09, 7.608163592418782e-08, -1.7619469077621507e-06, 3.246032882100508e-05, -0.00046062616620627504,
    0.004819180069467605, -0.034893769411408884, 0.15806710233209725, -0.37009499387264977, 0.2651786132033368, -0.008723442352852221,
    0.31545594294978024,
)  # fmt: skip
J1_TO_8 = (
    3.6912682997929334e-19, -2.4441972916190464e-17, 1.4232144003513942e-15, -7.221755239651773e-14, 3.160154580348003e-12,
    -1.178026622695885e-10, 3.687133759097148e-09, -9.521984756750436e-08, 1.9858774049915165e-06, -3.255554866857259e-05,
    0.0004050337728354822, -0.003646940600769276, 0.022213639654966037, -0.08268049176681791, 0.1609992623572097, -0.1489751450676521,
    0.16208969265131623,
)  # fmt: skip
Y0_TO_8 = (
    -2.6977881152566837e-17, 1.6434898714919468e-15, -8.747341203310769e-14, 4.02633081830612e-12, -1.5837552541812015e-10,
    5.248794787330516e-09, -1.44072332740187e-07, 3.206532537654801e-06, -5.632079141056987e-05, 0.0007531135932577742,
    -0.007287962479552079, 0.04719668959576339, -0.17730201278114358, 0.26156734625504663, 0.17903431407718265, -0.2744743055297453,
    -0.06629222640656988,
)  # fmt: skip
Y1_TO_8 = (
    -8.224911372021585e-19, 5.34668038572867e-17, -3.0511859694473254e-15, 1.51429151205002e-13, -6.4651518414115946e-12,
    2.344337905911516e-10, -7.11055004989928e-09, 1.7707804556154404e-07, -3.53808001868935e-06, 5.505982873338744e-05,
    -0.0006414551451326356, 0.005289897544167113, -0.028328123944594365, 0.08445197259652346, -0.09591204536083074,
    -0.01608717304766875, 0.005076026471483563,
)  # fmt: skip
EVEN_0 = (
    1.6305919233744186e-17, -1.0011513723467786e-16, 6.748072215733873e-16, -5.069034095935236e-15, 4.3265957431549404e-14,
    -4.3045788699253914e-13, 5.168262387349193e-12, -7.86409137723707e-11, 1.6306464635151382e-09, -5.1705945376060975e-08,
    3.0751847875194745e-06, -0.0005365220468132117, 1.9989206986950374,
)  # fmt: skip
ODD_0 = (
    1.0473158973776097e-18, -4.952892629886516e-18, 2.4865952389390515e-17, -1.3348852171502517e-16, 7.729703176242605e-16,
    -4.87994410531204e-15, 3.4041800321963686e-14, -2.6690625482579414e-13, 2.404916100281365e-12, -2.565397936797308e-11,
    3.376097523734991e-10, -5.817532749493056e-09, 1.4377965798375193e-07, -5.9315987288485175e-06, 0.0005470815954089319,
    -0.24889367368539214,
)  # fmt: skip
EVEN_1 = (
    -1.7312313216116335e-17, 1.0667689114335412e-16, -7.221180842274018e-16, 5.452674896044717e-15, -4.6842237839904895e-14,
    4.699195515230542e-13, -5.704863640395645e-12, 8.816898659582339e-11, -1.8718907491063067e-09, 6.177633960644299e-08,
    -3.987284300488908e-06, 0.0008989898330859408, 2.0018060817200274,
)  # fmt: skip
ODD_1 = (
    5.2192649196714085e-18, -2.626761589838529e-17, 1.4141084390211833e-16, -8.215318025458595e-16, 5.206626366226707e-15,
    -3.649001916061838e-14, 2.8774212663332235e-13, -2.61145253946232e-12, 2.8121750359748866e-11, -3.749090950541556e-10,
    6.583354662120443e-09, -1.676782510726674e-07, 7.3108922063643636e-06, -0.0007702178839325664, 0.7484445931125652,
)  # fmt: skip
K0_TO_2 = (
    1.3744654358807508e-16, 4.2598161427910826e-14, 1.0349695257633625e-11, 1.904516377220209e-09, 2.5347910790261494e-07,
    2.286212103119452e-05, 0.001264615411446926, 0.0359799365153615, 0.3442898999246285, -0.5353273932339028,
)  # fmt: skip
K1_TO_2 = (
    -7.023863479386288e-18, -2.427449850519366e-15, -6.666901694199329e-13, -1.4114883926335278e-10, -2.213387630734726e-08,
    -2.4334061415659684e-06, -0.0001730288957513052, -0.006975723859639864, -0.12261118082265715, -0.3531559607765449,
    1.5253002273389478,
)  # fmt: skip
K0_BEYOND = (
    5.3004337711773354e-18, -1.6475805939842632e-17, 5.2103917776435543e-17, -1.6782311257549006e-16, 5.5120559994043335e-16,
    -1.848593377920907e-15, 6.340076476276646e-15, -2.2275133267462965e-14, 8.032890775068375e-14, -2.9800969231481784e-13,
    1.1403405882073441e-12, -4.514597883374519e-12, 1.8559491149549264e-11, -7.957489244477396e-11, 3.5773972814003283e-10,
    -1.6975345093890614e-09, 8.574034017414225e-09, -4.660489897687948e-08, 2.766813639445015e-07, -1.8317555227191195e-06,
    1.39498137188765e-05, -0.00012849549581627802, 0.0015698838857300533, -0.0314481013119645, 2.4403030820659555,
)  # fmt: skip
K1_BEYOND = (
    -5.7567444820733025e-18, 1.7940510478863572e-17, -5.689462849193648e-17, 1.8380935752430455e-16, -6.057047270643018e-16,
    2.038703166239861e-15, -7.0198370892147685e-15, 2.4771544242195988e-14, -8.976705182010146e-14, 3.348419666052243e-13,
    -1.2891739609498229e-12, 5.139639673482343e-12, -2.129967838427791e-11, 9.218315187605315e-11, -4.1903547593419254e-10,
    2.0150497551970347e-09, -1.0345762465678097e-08, 5.7410841254500495e-08, -3.5019606030878126e-07, 2.406484947837217e-06,
    -1.936197974166083e-05, 0.00019521551847135162, -0.002857816859622779, 0.10392373657681724, 2.7206261904844427,
)  # fmt: skip

SCALED = (bessel_i0e, bessel_i1e)
J_TO_8, Y_TO_8 = (J0_TO_8, J1_TO_8), (Y0_TO_8, Y1_TO_8)
EVEN, ODD = (EVEN_0, EVEN_1), (ODD_0, ODD_1)
K_TO_2, K_BEYOND = (K0_TO_2, K1_TO_2), (K0_BEYOND, K1_BEYOND)


def bessel_i(order: int, x: Tensor) -> Tensor:
    """In two steps, so that only the product overflows."""
    half = exp(abs(x) * 0.5)
    return select(abs(x) == inf, x if order else abs(x), SCALED[order](x) * half * half)


def j_to_8(order: int, x: Tensor) -> Tensor:
    near = chebyshev(x * x * (1 / 16) - 2, J_TO_8[order])
    return near * x if order else near


def wave_beyond_8(order: int, x: Tensor) -> tuple[Tensor, Tensor]:
    """J and Y of positive x."""
    place = 256 / (x * x) - 2
    even, odd = chebyshev(place, EVEN[order]), chebyshev(place, ODD[order]) / x
    angle, size = x - (2 * order + 1) * pi / 4, sqrt(2 / pi / x)
    cosine, sine = unary("cosine", angle), unary("sine", angle)
    return size * (even * cosine - odd * sine), size * (even * sine + odd * cosine)


def bessel_j(order: int, x: Tensor) -> Tensor:
    size = abs(x)
    is_near = size < 8
    beyond = wave_beyond_8(order, select(is_near, 8, size))[0]
    beyond = select(x < 0, -beyond, beyond) if order else beyond
    return select(is_near, j_to_8(order, x), beyond)


def bessel_y(order: int, x: Tensor) -> Tensor:
    """Of numbers that are not positive -inf, as Cephes has it."""
    is_near = x < 8
    near = select(is_near & (x > 0), x, 1)
    entire = chebyshev(near * near * (1 / 16) - 2, Y_TO_8[order])
    entire = entire * near - 2 / pi / near if order else entire
    near = entire + 2 / pi * log(near) * j_to_8(order, near)
    beyond = wave_beyond_8(order, select(is_near, 8, x))[1]
    return select(x <= 0, -inf, select(is_near, near, beyond))


def bessel_k_scaled(order: int, x: Tensor) -> Tensor:
    """exp(x) K(x), at 0 and below infinite, as Cephes has it."""
    is_near = x <= 2
    near = select(is_near & (x > 0), x, 1)
    beyond = select(is_near, 2, x)
    beyond = chebyshev(8 / beyond - 2, K_BEYOND[order]) / sqrt(beyond)
    result = select(is_near, k_to_2(order, near) * exp(near), beyond)
    return select(x <= 0, inf, select(x == inf, 0, select(x == x, result, nan)))


def bessel_k(order: int, x: Tensor) -> Tensor:
    scaled = bessel_k_scaled(order, x)
    is_near = (x <= 2) & (x > 0)
    return select(is_near, k_to_2(order, select(is_near, x, 1)), scaled * exp(select(x < 0, 0, -x)))


def k_to_2(order: int, x: Tensor) -> Tensor:
    entire, logarithm = chebyshev(x * x - 2, K_TO_2[order]), log(x * 0.5)
    modified = SCALED[order](x) * exp(x)
    return entire / x + logarithm * modified if order else entire - logarithm * modified
