"""Semantics: one step of training. A rule returns what its variables hold next, in order; the other operands are numbers.

ResourceApplyMomentum(var, accum: resource, lr, grad, momentum)      var, accum = momentum(...)
"""

from tfir.dialects.tf.indexing import checked
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst


def gradient_descent(var, alpha, delta):
    """var - alpha * delta. All operands of the rules in this file have the shape of `var` or are scalars."""
    return (var - alpha * delta,)


def momentum_step(var, accum, lr, grad, momentum, use_nesterov):
    """Momentum, or with `use_nesterov` Nesterov's: (var, accum)."""
    accum = accum * momentum + grad
    return var - (grad * lr + accum * momentum * lr if use_nesterov else lr * accum), accum


def keras_momentum(var, accum, lr, grad, momentum, use_nesterov):
    """Momentum with the learning rate inside of the accumulator, as Keras has it: (var, accum)."""
    accum = accum * momentum - grad * lr
    return var + (accum * momentum - grad * lr if use_nesterov else accum), accum


def adam(var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, use_nesterov):
    """Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015: (var, m, v); with `use_nesterov` Dozat's Nadam."""
    alpha = lr * np.sqrt(1 - beta2_power) / (1 - beta1_power)
    m = m + (grad - m) * (1 - beta1)
    v = v + (np.square(grad) - v) * (1 - beta2)
    ahead = grad * (1 - beta1) + beta1 * m if use_nesterov else m
    return var - ahead * alpha / (np.sqrt(v) + epsilon), m, v


def adam_with_amsgrad(var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad):
    """Reddi, Kale and Kumar, "On the convergence of Adam and beyond", ICLR 2018: (var, m, v, vhat)."""
    alpha = lr * np.sqrt(1 - beta2_power) / (1 - beta1_power)
    m = m + (grad - m) * (1 - beta1)
    v = v + (np.square(grad) - v) * (1 - beta2)
    vhat = np.maximum(vhat, v)
    return var - m * alpha / (np.sqrt(vhat) + epsilon), m, v, vhat


def ada_max(var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad):
    """AdaMax, section 7.1 of Kingma and Ba, ICLR 2015: (var, m, v)."""
    m = m + (grad - m) * (1 - beta1)
    v = np.maximum(beta2 * v, np.abs(grad))
    return var - lr / (1 - beta1_power) * (m / (v + epsilon)), m, v


def adagrad(var, accum, lr, grad, update_slots):
    """Duchi, Hazan and Singer, JMLR 12, 2011: (var, accum)."""
    accum = accum + np.square(grad) if update_slots else accum
    return var - grad * lr / np.sqrt(accum), accum


def adagrad_v2(var, accum, lr, epsilon, grad, update_slots):
    """Adagrad with `epsilon` added to the root: (var, accum)."""
    accum = accum + np.square(grad) if update_slots else accum
    return var - grad * lr / (np.sqrt(accum) + epsilon), accum


def adadelta(var, accum, accum_update, lr, rho, epsilon, grad):
    """Zeiler, "ADADELTA: an adaptive learning rate method", 2012: (var, accum, accum_update)."""
    accum = accum * rho + np.square(grad) * (1 - rho)
    update = np.sqrt(accum_update + epsilon) / np.sqrt(accum + epsilon) * grad
    return var - update * lr, accum, accum_update * rho + np.square(update) * (1 - rho)


def rms_prop(var, ms, mom, lr, rho, momentum, epsilon, grad):
    """RMSProp with momentum (Tieleman and Hinton, 2012): (var, ms, mom)."""
    ms = ms + (np.square(grad) - ms) * (1 - rho)
    mom = mom * momentum + grad * lr / np.sqrt(ms + epsilon)
    return var - mom, ms, mom


def centered_rms_prop(var, mg, ms, mom, lr, rho, momentum, epsilon, grad):
    """RMSProp on an estimate of the variance instead of the second moment: (var, mg, ms, mom)."""
    ms = ms + (np.square(grad) - ms) * (1 - rho)
    mg = mg + (grad - mg) * (1 - rho)
    mom = mom * momentum + grad * lr / np.sqrt(ms - np.square(mg) + epsilon)
    return var - mom, mg, ms, mom


def add_sign(var, m, lr, alpha, sign_decay, beta, grad):
    """AddSign of Bello et al., "Neural optimizer search with reinforcement learning", ICML 2017: (var, m)."""
    m = m * beta + grad * (1 - beta)
    return var - lr * (alpha + sign_decay * np.sign(grad) * np.sign(m)) * grad, m


def power_sign(var, m, lr, logbase, sign_decay, beta, grad):
    """PowerSign of Bello et al., ICML 2017: (var, m)."""
    m = m * beta + grad * (1 - beta)
    return var - lr * np.exp(logbase * sign_decay * np.sign(grad) * np.sign(m)) * grad, m


def ftrl(var, accum, linear, grad, lr, l1, l2, lr_power):
    """McMahan et al., "Ad click prediction: a view from the trenches", KDD 2013: (var, accum, linear). Weights whose `linear` is within
    `l1` become 0."""
    grown = accum + np.square(grad)
    sigma = (np.power(grown, -lr_power) - np.power(accum, -lr_power)) / lr
    linear = linear + grad - sigma * var
    weight = np.power(grown, -lr_power) / lr + 2 * l2
    shrunk = (np.sign(linear) * l1 - linear) / weight
    return np.where(np.abs(linear) > l1, shrunk, np.zeros_like(var)), grown, linear


def ftrl_v2(var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power, multiply_linear_by_lr):
    """FTRL with a shrinkage of the gradient that does not enter `accum`: (var, accum, linear); `linear` may hold lr times as much."""
    grown, shrinking = accum + np.square(grad), grad + 2 * l2_shrinkage * var
    new, old = np.power(grown, -lr_power), np.power(accum, -lr_power)
    if multiply_linear_by_lr:
        linear = linear + shrinking * lr - (new - old) * var
        weight, limit = new + 2 * l2 * lr, l1 * lr
    else:
        linear = linear + shrinking - (new - old) / lr * var
        weight, limit = new / lr + 2 * l2, l1
    shrunk = (np.sign(linear) * limit - linear) / weight
    return np.where(np.abs(linear) > limit, shrunk, np.zeros_like(var)), grown, linear


def adagrad_da(var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step):
    """Adagrad by dual averaging: (var, sum of gradients, sum of their squares). Source: Duchi, Hazan and Singer, JMLR 12, 2011."""
    total, squares = gradient_accumulator + grad, gradient_squared_accumulator + np.square(grad)
    step = global_step.astype(var.dtype)
    away = np.sign(total) * np.maximum(np.abs(total) - l1 * step, 0) if l1 > 0 else total
    return -lr * away / (l2 * step * lr + np.sqrt(squares)), total, squares


def proximal_adagrad(var, accum, lr, l1, l2, grad):
    """A step of Adagrad followed by the proximal operator of l1 and l2 (FOBOS): (var, accum)."""
    accum = accum + np.square(grad)
    rate = lr / np.sqrt(accum)
    ahead = var - grad * rate
    shrunk = np.sign(ahead) * np.maximum(np.abs(ahead) - rate * l1, 0) if l1 > 0 else ahead
    return shrunk / (1 + l2 * rate), accum


def proximal_gradient_descent_of_rows(var, alpha, l1, l2, grad):
    """`proximal_gradient_descent` as its op on rows calls its operands."""
    return proximal_gradient_descent(var, alpha, l1, l2, grad)


def proximal_gradient_descent(var, alpha, l1, l2, delta):
    """A step of gradient descent followed by the proximal operator of l1 and l2: Duchi and Singer, FOBOS, 2009."""
    ahead = var - alpha * delta
    return (np.sign(ahead) * np.maximum(np.abs(ahead) - alpha * l1, 0) / (1 + alpha * l2),)


class Step:
    """A rule as the function that evaluates an op: its parameters are those of the op, the first of which are places."""

    def __init__(self, rule, answers_with_reference: bool):
        self.rule, self.answers_with_reference = rule, answers_with_reference
        self.__code__ = rule.__code__  # the names by which parameters are joined with the op's

    def __call__(self, **operands):
        places = [value for value in operands.values() if hasattr(value, "assign")]
        values = {name: value.read() if hasattr(value, "assign") else value for name, value in operands.items()}
        for place, value in zip(places, self.rule(**values)):
            place.assign(np.asarray(value, place.value.dtype), True)
        return places[:1] if self.answers_with_reference else []


class RowStep(Step):
    """The same on the rows that `indices` name, one after another."""

    def __init__(self, rule, answers_with_reference: bool):
        super().__init__(rule, answers_with_reference)
        self.__code__ = WithIndices(rule.__code__)

    def __call__(self, indices, grad, **operands):
        places = [value for value in operands.values() if hasattr(value, "assign")]
        held = {name: place.read().copy() for name, place in operands.items() if hasattr(place, "assign")}
        checked(indices, places[0].value.shape[0])
        for row, of_row in zip(indices.reshape(-1), grad):
            rows = {name: value[row] for name, value in held.items()}
            updated = self.rule(**{**operands, **rows, "grad": of_row})
            for value, after in zip(held.values(), updated):
                value[row] = after
        for place, value in zip(places, held.values()):
            place.assign(value, True)
        return places[:1] if self.answers_with_reference else []


class WithIndices:
    """Stands for a function's code object, with `indices` in front of its parameters."""

    def __init__(self, code):
        self.co_varnames = ("indices", *code.co_varnames[: code.co_argcount])
        self.co_argcount, self.co_kwonlyargcount = code.co_argcount + 1, 0


def applied(name: str, rule) -> type[OpSemantics]:
    """`rule` on variables behind handles (`ResourceApply..`), on reference variables, or on rows of either (`..SparseApply..`)."""
    is_reference = not name.startswith("Resource")
    evaluate = (RowStep if "Sparse" in name else Step)(rule, is_reference)
    return type(name, (ShapeOfFirst if is_reference else OpSemantics,), {"evaluate": evaluate})


RULES = {
    gradient_descent: "ApplyGradientDescent ResourceApplyGradientDescent",
    momentum_step: "ApplyMomentum ResourceApplyMomentum ResourceSparseApplyMomentum SparseApplyMomentum",
    keras_momentum: "ResourceApplyKerasMomentum ResourceSparseApplyKerasMomentum",
    adam: "ApplyAdam ResourceApplyAdam",
    adam_with_amsgrad: "ResourceApplyAdamWithAmsgrad",
    ada_max: "ApplyAdaMax ResourceApplyAdaMax",
    adagrad: "ApplyAdagrad ResourceApplyAdagrad ResourceSparseApplyAdagrad SparseApplyAdagrad",
    adagrad_v2: "ApplyAdagradV2 ResourceApplyAdagradV2 ResourceSparseApplyAdagradV2 SparseApplyAdagradV2",
    adadelta: "ApplyAdadelta ResourceApplyAdadelta ResourceSparseApplyAdadelta SparseApplyAdadelta",
    rms_prop: "ApplyRMSProp ResourceApplyRMSProp ResourceSparseApplyRMSProp SparseApplyRMSProp",
    centered_rms_prop: "ApplyCenteredRMSProp ResourceApplyCenteredRMSProp ResourceSparseApplyCenteredRMSProp SparseApplyCenteredRMSProp",
    add_sign: "ApplyAddSign ResourceApplyAddSign",
    power_sign: "ApplyPowerSign ResourceApplyPowerSign",
    ftrl: "ApplyFtrl ResourceApplyFtrl ResourceSparseApplyFtrl SparseApplyFtrl",
    ftrl_v2: "ApplyFtrlV2 ResourceApplyFtrlV2 ResourceSparseApplyFtrlV2 SparseApplyFtrlV2",
    adagrad_da: "ApplyAdagradDA ResourceApplyAdagradDA ResourceSparseApplyAdagradDA SparseApplyAdagradDA",
    proximal_adagrad: "ApplyProximalAdagrad ResourceApplyProximalAdagrad ResourceSparseApplyProximalAdagrad SparseApplyProximalAdagrad",
    proximal_gradient_descent_of_rows: "ResourceSparseApplyProximalGradientDescent SparseApplyProximalGradientDescent",
    proximal_gradient_descent: "ApplyProximalGradientDescent ResourceApplyProximalGradientDescent",
}  # fmt: skip
SEMANTICS = {name: applied(name, rule) for rule, names in RULES.items() for name in names.split()}
