"""The quantile of the normal distribution, from operations that StableHLO has."""

from tfopt.arithmetic.tensor import Tensor, log, polynomial, select, sqrt, widened

# The quantile of the normal distribution: numerators and denominators from the constant upwards, in the variable that is named.
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
    return polynomial(x, coefficients[0][::-1]) / polynomial(x, coefficients[1][::-1])


def normal_quantile(p: Tensor) -> Tensor:
    """The number below which a share p of the normal distribution lies."""
    wide = widened(p)
    from_half = wide - 0.5
    middle = from_half * ratio(0.180625 - from_half * from_half, QUANTILE_MIDDLE)
    tail = sqrt(-log(select(from_half < 0, wide, 1 - wide)))
    outer = select(tail < 5, ratio(tail - 1.6, QUANTILE_NEAR), ratio(tail - 5, QUANTILE_FAR))
    outer = select(tail == float("inf"), tail, outer)
    return select(abs(from_half) < 0.425, middle, select(from_half < 0, -outer, outer)).convert(p.element)
