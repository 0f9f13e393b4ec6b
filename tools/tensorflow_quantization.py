"""Models that TensorFlow makes and quantizes, for `check_quantization.py`; run by a Python that has it.

    python tools/tensorflow_quantization.py FOLDER SEED MODEL...

MODEL is mlp, cnn, mobilenet or resnet, of which the latter two are MobileNetV1 and ResNet50 with all their channels, trained on pictures of ten drawn
patterns for some minutes. Writes into FOLDER/MODEL model.pb, data/NNN.npz (one picture each), and for what TensorFlow's converter
makes (float, full, dynamic) NAME.tflite and the scores that its interpreter gives, scores.npz.
"""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import numpy as np
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

CALIBRATION, TRAINED, EPOCHS = 32, 3000, 4
TRIED = {"mlp": 1000, "cnn": 1000, "mobilenet": 500, "resnet": 200}
SIZES = {"mlp": 16, "cnn": 16, "mobilenet": 64, "resnet": 64}
WITHOUT_DELEGATES = tf.lite.experimental.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES


def pictures(count: int, size: int, seed: int):
    """Smooth patterns of ten classes with noise, and the class of each."""
    random, patterns = np.random.default_rng(seed), np.random.default_rng(77).normal(size=(10, 5, 5, 3))
    classes = random.integers(0, 10, count)
    small = (patterns[classes] + random.normal(size=(count, 5, 5, 3))).astype(np.float32)
    large = tf.image.resize(small, (size, size), "bicubic").numpy()
    return np.clip(0.35 * (large + random.normal(size=large.shape)), -1, 1).astype(np.float32), classes


def trained(layers):
    model = keras.Sequential([keras.Input((16, 16, 3)), *layers, keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(*pictures(6000, 16, 1), epochs=4, batch_size=64, verbose=0)
    return model


def image_model(of):
    """A large model, trained for some minutes: with drawn weights each layer would make more of the errors before it, and the largest score be chance."""
    model = of(weights=None, classes=10, input_shape=(64, 64, 3))
    for layer in model.layers:
        if isinstance(layer, keras.layers.BatchNormalization):
            layer.momentum = 0.9  # as few steps ask for
    model.compile(keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(*pictures(TRAINED, 64, 1), epochs=EPOCHS, batch_size=32, verbose=2)
    return model


def made(name: str):
    layers = keras.layers
    if name == "mlp":
        return trained([layers.Flatten(), layers.Dense(128, activation="relu"), layers.Dense(64, activation="tanh")])
    if name == "cnn":
        return trained([
            layers.Conv2D(16, 3, padding="same", use_bias=False), layers.BatchNormalization(), layers.ReLU(),
            layers.DepthwiseConv2D(3, strides=2, padding="same", activation="relu"), layers.Conv2D(32, 1, activation="relu"), layers.MaxPooling2D(),
            layers.Conv2D(32, 3, padding="same", activation="relu"), layers.GlobalAveragePooling2D(),
        ])  # fmt: skip
    of = {"mobilenet": keras.applications.MobileNet, "resnet": keras.applications.ResNet50}[name]
    return image_model(of)


def converted(function, mode: str, data) -> bytes:
    converter = tf.lite.TFLiteConverter.from_concrete_functions([function])
    if mode != "float":
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
    if mode == "full":
        converter.representative_dataset = lambda: ([each[None]] for each in data)
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    return converter.convert()


def scores(content: bytes, data) -> np.ndarray:
    interpreter = tf.lite.Interpreter(model_content=content, experimental_op_resolver_type=WITHOUT_DELEGATES)
    interpreter.allocate_tensors()
    feed, fetch = interpreter.get_input_details()[0]["index"], interpreter.get_output_details()[0]["index"]
    results = []
    for picture in data:
        interpreter.set_tensor(feed, picture[None])
        interpreter.invoke()
        results.append(interpreter.get_tensor(fetch)[0])
    return np.stack(results)


def write(folder: str, seed: int, name: str) -> None:
    place, size = os.path.join(folder, name), SIZES[name]
    keras.utils.set_random_seed(seed)
    for part in ("data", "tried"):
        os.makedirs(os.path.join(place, part), exist_ok=True)
    model = made(name)
    of_one = tf.function(lambda image: tf.identity(model(image, training=False), name="scores"))
    function = convert_variables_to_constants_v2(of_one.get_concrete_function(tf.TensorSpec((1, size, size, 3), tf.float32, name="image")))
    with open(os.path.join(place, "model.pb"), "wb") as file:
        file.write(function.graph.as_graph_def().SerializeToString())
    data, tried = pictures(CALIBRATION, size, 1000 * seed + 3)[0], pictures(TRIED[name], size, 1000 * seed + 4)[0]
    for part, arrays in (("data", data), ("tried", tried)):
        for number, picture in enumerate(arrays):
            np.savez(os.path.join(place, part, f"{number:03}.npz"), image=picture[None])
    answers = {}
    for mode in ("float", "full", "dynamic"):
        content = converted(function, mode, data)
        with open(os.path.join(place, f"{mode}.tflite"), "wb") as file:
            file.write(content)
        answers[mode] = scores(content, tried)
    np.savez(os.path.join(place, "scores.npz"), **answers)


if __name__ == "__main__":
    for each in sys.argv[3:]:
        write(sys.argv[1], int(sys.argv[2]), each)
