"""Writes the networks that the benchmark of text reads, as JAX exports them: a ResNet-50, and a step of training it and a transformer.

    python tools/bench/export_networks.py FOLDER

Needs JAX, which nothing else here does. No weights are made: programs are traced on shapes alone.
"""

import argparse
import pathlib
from functools import partial

import jax
import jax.numpy as jnp

STAGES = ((3, 64), (4, 128), (6, 256), (3, 512))  # of a ResNet-50: residual blocks, inner channels
LAYERS, WIDTH, HEADS, VOCABULARY = 93, 128, 4, 1000


def shaped(*sizes):
    return jax.ShapeDtypeStruct(sizes, jnp.float32)


def convolution(x, kernel, stride=1):
    return jax.lax.conv_general_dilated(x, kernel, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def layer(weights, x, stride, trains):
    """A convolution and the normalization behind it: by what is in the batch while training, else by what was."""
    kernel, scale, shift, mean, variance = weights
    x = convolution(x, kernel, stride)
    if trains:
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + shift


def layer_parameters(*sizes):
    return (shaped(*sizes), *[shaped(sizes[-1])] * 4)


def residual_parameters():
    """For each block the parameters of its layers, by their place in it."""
    blocks, inputs = [], 64
    for count, channels in STAGES:
        for number in range(count):
            kernels = {"in": (1, 1, inputs, channels), "middle": (3, 3, channels, channels), "out": (1, 1, channels, 4 * channels)}
            if number == 0:
                kernels["across"] = (1, 1, inputs, 4 * channels)
            blocks.append({name: layer_parameters(*sizes) for name, sizes in kernels.items()})
            inputs = 4 * channels
    return blocks


def resnet50(parameters, images, trains=False):
    x = jax.nn.relu(layer(parameters["first"], images, 2, trains))
    x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    starts = {sum([count for count, _ in STAGES[:stage]]) for stage in range(1, 4)}
    for number, block in enumerate(parameters["blocks"]):
        x = residual_block(block, x, 2 if number in starts else 1, trains)
    return x.mean((1, 2)) @ parameters["last"]


def residual_block(block, x, stride, trains):
    inner = jax.nn.relu(layer(block["in"], x, 1, trains))
    inner = layer(block["out"], jax.nn.relu(layer(block["middle"], inner, stride, trains)), 1, trains)
    return jax.nn.relu(inner + (layer(block["across"], x, stride, trains) if "across" in block else x))


def layer_norm(x, scale, shift):
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * scale + shift


def attention(x, weights):
    batch, length, _ = x.shape
    q, k, v = [(x @ weights[name]).reshape(batch, length, HEADS, -1) for name in "qkv"]
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(q.shape[-1])
    scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v).reshape(x.shape) @ weights["o"]


def transformer(parameters, tokens):
    x = parameters["embedding"][tokens]
    for weights in parameters["layers"]:
        x = x + attention(layer_norm(x, *weights["norm"]), weights)
        x = x + jax.nn.gelu(layer_norm(x, *weights["inner_norm"]) @ weights["up"]) @ weights["down"]
    return x @ parameters["embedding"].T


def transformer_parameters():
    layer = {name: shaped(WIDTH, WIDTH) for name in "qkvo"}
    layer |= {name: (shaped(WIDTH), shaped(WIDTH)) for name in ("norm", "inner_norm")}
    layer |= {"up": shaped(WIDTH, 4 * WIDTH), "down": shaped(4 * WIDTH, WIDTH)}
    return {"embedding": shaped(VOCABULARY, WIDTH), "layers": [layer] * LAYERS}


def training_step(network):
    """The weights after one step down the gradient of the mean cross entropy."""

    def loss(parameters, inputs, labels):
        logits = jax.nn.log_softmax(network(parameters, inputs))
        return -jnp.take_along_axis(logits, labels[..., None], -1).mean()

    def step(parameters, inputs, labels):
        return jax.tree.map(lambda weight, slope: weight - 0.01 * slope, parameters, jax.grad(loss)(parameters, inputs, labels))

    return step


def programs():
    """(name of the file, function, shapes of its arguments)."""
    parameters = {"first": layer_parameters(7, 7, 3, 64), "blocks": residual_parameters(), "last": shaped(2048, 1000)}
    labels = jax.ShapeDtypeStruct((8,), jnp.int32)
    yield "resnet50.mlir", resnet50, (parameters, shaped(8, 224, 224, 3))
    yield "resnet50_training.mlir", training_step(partial(resnet50, trains=True)), (parameters, shaped(8, 224, 224, 3), labels)
    tokens = jax.ShapeDtypeStruct((2, 64), jnp.int32)
    yield "transformer_training.mlir", training_step(transformer), (transformer_parameters(), tokens, tokens)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, function, shapes in programs():
        text = jax.jit(function).lower(*shapes).as_text()
        (folder / name).write_text(text)
        print(f"{folder / name}: {text.count(' = ')} results")


if __name__ == "__main__":
    main()
