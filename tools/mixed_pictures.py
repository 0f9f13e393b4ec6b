"""Steps of drawn graphs on pictures and sounds, for tensorflow_mixed_graphs.py.
In each `x` is the operand, one that the graph has by now or a new one, and `s` draws the rest."""

import numpy as np
import tensorflow.compat.v1 as tf
from mixed_draws import Draw, step, steps

T, R, I = tf, tf.raw_ops, tf.image


steps(
    "i_",
    Draw.image,
    {
        "resize": lambda x, s: T.image.resize(
            x[None], [s.random.randint(1, 12), s.random.randint(1, 12)], method=s.pick("bilinear", "nearest", "bicubic", "area")
        ),
        "resize2": lambda x, s: tf.compat.v2.image.resize(
            x,
            [s.random.randint(1, 12), s.random.randint(1, 12)],
            method=s.pick("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"),
            antialias=s.pick(True, False),
        ),
        "conv": lambda x, s: I.convert_image_dtype(
            x, s.pick(T.float32, T.uint8, T.int32, T.float16, T.uint16, T.int8), saturate=s.pick(True, False)
        ),
        "bright": lambda x, s: I.adjust_brightness(x, s.pick(0.1, -0.4, 0.9)),
        "contrast": lambda x, s: I.adjust_contrast(x, s.pick(0.5, 2.0)),
        "hue": lambda x, s: I.adjust_hue(x, s.pick(0.1, -0.4)),
        "sat": lambda x, s: I.adjust_saturation(x, s.pick(0.5, 2.0, 0.0)),
        "gamma": lambda x, s: I.adjust_gamma(x, s.pick(0.5, 2.0)),
        "hsv": lambda x, s: I.rgb_to_hsv(T.cast(x, T.float32) / s.pick(1.0, 255.0)),
        "rgb": lambda x, s: I.hsv_to_rgb(T.cast(x, T.float32) / s.pick(1.0, 255.0)),
        "gray": lambda x, s: I.rgb_to_grayscale(x),
        "yiq": lambda x, s: I.rgb_to_yiq(T.cast(x, T.float32)),
        "flip": lambda x, s: s.pick(I.flip_left_right, I.flip_up_down, I.transpose, I.rot90)(x),
        "ccrop": lambda x, s: I.central_crop(x, s.pick(0.5, 1.0, 0.3)),
        "pwc": lambda x, s: I.resize_with_crop_or_pad(x, s.random.randint(1, 9), s.random.randint(1, 9)),
        "rwp": lambda x, s: tf.compat.v2.image.resize_with_pad(x, s.random.randint(1, 9), s.random.randint(1, 9)),
        "cnr": lambda x, s: I.crop_and_resize(
            T.cast(x, T.float32)[None],
            [[s.pick(0.0, 0.2), 0.0, s.pick(1.0, 0.7), 1.3], [0.9, 0.8, 0.1, -0.2]],
            [0, 0],
            [s.random.randint(1, 5), s.random.randint(1, 5)],
            method=s.pick("bilinear", "nearest"),
            extrapolation_value=s.pick(0.0, -1.0),
        ),
        "png": lambda x, s: I.decode_png(T.io.encode_png(x), channels=s.pick(0, 1, 3, 4)),
        "jpeg": lambda x, s: I.decode_jpeg(
            T.io.encode_jpeg(x, quality=s.pick(95, 50), chroma_downsampling=s.pick(True, False)),
            channels=s.pick(0, 3, 1),
            dct_method=s.pick("INTEGER_FAST", "INTEGER_ACCURATE"),
            ratio=s.pick(1, 1, 2),
        ),
        "jpegb": lambda x, s: T.strings.length(T.io.encode_jpeg(x)),
        "decimg": lambda x, s: I.decode_image(T.io.encode_png(x), channels=s.pick(0, 3), expand_animations=s.pick(True, False)),
        "dj_crop": lambda x, s: T.io.decode_and_crop_jpeg(T.io.encode_jpeg(x), [0, 0, 1, 1]),
        "exj": lambda x, s: T.io.extract_jpeg_shape(T.io.encode_jpeg(x)),
        "patches": lambda x, s: I.extract_patches(
            x[None], [1, s.pick(1, 2, 3), 2, 1], [1, s.pick(1, 2), 1, 1], [1, s.pick(1, 2), 1, 1], s.pick("SAME", "VALID")
        ),
        "sobel": lambda x, s: I.sobel_edges(T.cast(x, T.float32)[None]),
        "tv": lambda x, s: I.total_variation(x),
        "dx": lambda x, s: I.image_gradients(x[None]),
        "psnr": lambda x, s: I.psnr(x, T.reverse(x, [0]), 255.0),
        "std": lambda x, s: I.per_image_standardization(x),
        "sbb": lambda x, s: R.StatelessSampleDistortedBoundingBox(
            image_size=T.shape(x),
            bounding_boxes=T.constant([[[0.0, 0.0, 1.0, 1.0]]]),
            min_object_covered=0.1,
            seed=[s.random.randint(0, 99), 2],
        ),
        "scrop": lambda x, s: I.stateless_random_crop(x, [1, 1, x.shape[2]], [s.random.randint(0, 99), 2]),
        "sflip": lambda x, s: I.stateless_random_flip_left_right(x, [s.random.randint(0, 99), 2]),
        "sbri": lambda x, s: I.stateless_random_brightness(x, 0.3, [s.random.randint(0, 99), 2]),
        "sjq": lambda x, s: I.stateless_random_jpeg_quality(x, 50, 95, [s.random.randint(0, 99), 2]),
        "shue": lambda x, s: I.stateless_random_hue(x, 0.3, [s.random.randint(0, 99), 2]),
        "scon": lambda x, s: I.stateless_random_contrast(x, 0.3, 0.9, [s.random.randint(0, 99), 2]),
        "bbox": lambda x, s: I.draw_bounding_boxes(
            T.cast(x, T.float32)[None], [[[0.1, 0.2, 0.8, 0.9], [-0.1, 0.5, 0.5, 1.2]]], colors=s.pick(None, [[1.0, 0.5, 0.0, 1.0]])
        ),
        "glimpse": lambda x, s: R.ExtractGlimpseV2(
            input=T.cast(x, T.float32)[None],
            size=[s.random.randint(1, 5), 3],
            offsets=[[0.1, -0.5]],
            centered=s.pick(True, False),
            normalized=s.pick(True, False),
            uniform_noise=False,
            noise="zero",
        ),
        "proj": lambda x, s: R.ImageProjectiveTransformV3(
            images=x[None],
            transforms=[[1.0, s.pick(0.0, 0.2), s.pick(0.0, 1.5), 0.0, s.pick(1.0, 0.7), 0.0, 0.0, s.pick(0.0, 0.01)]],
            output_shape=[s.random.randint(1, 9), 4],
            fill_value=s.pick(0.0, 1.0),
            interpolation=s.pick("NEAREST", "BILINEAR"),
            fill_mode=s.pick("CONSTANT", "REFLECT", "WRAP", "NEAREST"),
        ),
        "snt": lambda x, s: R.ScaleAndTranslate(
            images=x[None],
            size=[s.random.randint(1, 9), 4],
            scale=[s.pick(1.0, 0.5, 2.0), 1.0],
            translation=[s.pick(0.0, 1.5), -0.5],
            kernel_type=s.pick("lanczos3", "triangle", "box", "keyscubic"),
            antialias=s.pick(True, False),
        ),
        "maxp": lambda x, s: R.MaxPool(
            input=T.cast(x, T.float32)[None], ksize=[1, 2, 2, 1], strides=[1, s.pick(1, 2), 2, 1], padding=s.pick("SAME", "VALID")
        ),
        "avgp": lambda x, s: R.AvgPool(
            value=T.cast(x, T.float32)[None], ksize=[1, 2, 2, 1], strides=[1, s.pick(1, 2), 2, 1], padding=s.pick("SAME", "VALID")
        ),
        "mpa": lambda x, s: R.MaxPoolWithArgmax(
            input=T.cast(x, T.float32)[None],
            ksize=[1, 2, 2, 1],
            strides=[1, 2, 2, 1],
            padding=s.pick("SAME", "VALID"),
            include_batch_in_index=s.pick(True, False),
        ),
        "fmp": lambda x, s: R.FractionalMaxPool(
            value=T.cast(x, T.float32)[None],
            pooling_ratio=[1.0, 1.4, 1.6, 1.0],
            pseudo_random=s.pick(True, False),
            overlapping=s.pick(True, False),
            deterministic=True,
            seed=3,
            seed2=s.random.randint(1, 9),
        ),
        "dil": lambda x, s: R.Dilation2D(
            input=T.cast(x, T.float32)[None],
            filter=T.zeros([2, 2, x.shape[2]]),
            strides=[1, 1, 1, 1],
            rates=[1, s.pick(1, 2), 1, 1],
            padding="SAME",
        ),
        "d2s": lambda x, s: T.nn.depth_to_space(x[None], 2),
        "s2d": lambda x, s: T.nn.space_to_depth(x[None], 2),
        "dw": lambda x, s: T.nn.depthwise_conv2d(
            T.cast(x, T.float32)[None], T.ones([2, 3, x.shape[2], 2]) * 0.1, [1, 1, 1, 1], s.pick("SAME", "VALID")
        ),
        "bmp": lambda x, s: T.reshape(x, [-1]),
    },
)


@step
def a_stft(s):
    return T.signal.stft(
        s.finite([s.random.randint(4, 30)]),
        s.pick(4, 8),
        s.pick(2, 3),
        fft_length=s.pick(None, 8, 16),
        pad_end=s.pick(True, False),
    )


@step
def a_spec(s):
    return R.AudioSpectrogram(
        input=s.finite([s.random.randint(4, 60), s.pick(1, 2)]),
        window_size=s.pick(4, 8, 10),
        stride=s.pick(2, 3),
        magnitude_squared=s.pick(True, False),
    )


@step
def a_mfcc(s):
    return R.Mfcc(
        spectrogram=T.abs(s.finite([1, 3, s.pick(129, 65)])),
        sample_rate=16000,
        upper_frequency_limit=s.pick(4000.0, 7600.0),
        lower_frequency_limit=20.0,
        filterbank_channel_count=s.pick(10, 40),
        dct_coefficient_count=s.pick(5, 13),
    )


@step
def a_wav(s):
    w = T.audio.encode_wav(T.clip_by_value(s.drawn(np.float32, [s.random.randint(1, 20), s.pick(1, 2)]), -1.0, 1.0), s.pick(8000, 44100))
    return [w, *T.audio.decode_wav(w, desired_channels=s.pick(-1, 1, 2), desired_samples=s.pick(-1, 5, 30))]


@step
def a_mel(s):
    return T.signal.linear_to_mel_weight_matrix(s.pick(5, 20), s.pick(17, 33), 8000, 20.0, 3800.0)
