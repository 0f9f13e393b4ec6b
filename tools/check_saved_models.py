"""Loads SavedModels in TensorFlow and compares each signature's outputs with the expected ones: what tf-translate wrote must still run.

For maintainers: it needs TensorFlow. The inputs are `inputs_SIGNATURE.npz`, the expected outputs `outputs_SIGNATURE.npz`.

    python tools/check_saved_models.py REWRITTEN_MODEL test/models/resources
"""

import pathlib
import sys

import numpy as np
import tensorflow as tf


def main() -> int:
    model, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    loaded, wrong = tf.saved_model.load(model), 0
    for file in sorted(folder.glob("inputs_*.npz")):
        name = file.stem.removeprefix("inputs_")
        inputs = {key: tf.constant(value) for key, value in np.load(file).items()}
        found = loaded.signatures[name](**inputs)
        for key, expected in np.load(folder / f"outputs_{name}.npz").items():
            same = np.allclose(found[key].numpy(), expected, rtol=1e-6, atol=1e-6)
            wrong += not same
            print(f"{model} {name} {key}: {'same' if same else 'DIFFERENT'}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
