"""Numbers that stand for strings: FarmHash's fingerprints of 64 and 128 bits, MurmurHash64A and SipHash-2-4, to the bit as TensorFlow has them."""

MASK = (1 << 64) - 1
MULTIPLIER = 0xC6A4A7935BD1E995
K0, K1, K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def word(text: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(text[at : at + size], "little")


def turned(value: int, by: int) -> int:
    """A word rotated to the right."""
    value &= MASK
    return (value >> by | value << (64 - by)) & MASK


def folded(value: int, by: int = 47) -> int:
    value &= MASK
    return value ^ value >> by


def mixed(u: int, v: int, factor: int) -> int:
    a = folded((u ^ v) * factor)
    return folded((v ^ a) * factor) * factor & MASK


def concatenated(first: int, second: int) -> int:
    """The fingerprint of two fingerprints in order."""
    mixed = first ^ MULTIPLIER ^ folded(second * MULTIPLIER) * MULTIPLIER & MASK
    return folded(folded(mixed * MULTIPLIER) * MULTIPLIER)


def combined(first: int, second: int) -> int:
    """A number for two numbers in order, as TensorFlow's Hash64Combine has it."""
    return first ^ (second + 0x9E3779B97F4A7800 + (first << 10) + (first >> 4) & MASK) & MASK


# FarmHash


def farmhash(text: bytes) -> int:
    size = len(text)
    if size <= 16:
        return _up_to_16(text, size)
    if size <= 32:
        return _up_to_32(text, size)
    return _up_to_64(text, size) if size <= 64 else _long(text, size)


def _up_to_16(text: bytes, size: int) -> int:
    factor = K2 + size * 2
    if size >= 8:
        a, b = word(text, 0) + K2, word(text, size - 8)
        c, d = turned(b, 37) * factor + a, (turned(a, 25) + b) * factor
        return mixed(c & MASK, d & MASK, factor)
    if size >= 4:
        return mixed(size + (word(text, 0, 4) << 3) & MASK, word(text, size - 4, 4), factor)
    if size:
        y, z = text[0] + (text[size >> 1] << 8), size + (text[-1] << 2)
        return folded(y * K2 ^ z * K0) * K2 & MASK
    return K2


def _up_to_32(text: bytes, size: int) -> int:
    factor = K2 + size * 2
    a, b, c, d = word(text, 0) * K1, word(text, 8), word(text, size - 8) * factor, word(text, size - 16) * K2
    return mixed(turned(a + b, 43) + turned(c, 30) + d & MASK, a + turned(b + K2, 18) + c & MASK, factor)


def _up_to_64(text: bytes, size: int) -> int:
    factor = K2 + size * 2
    a, b, c, d = word(text, 0) * K2, word(text, 8), word(text, size - 8) * factor, word(text, size - 16) * K2
    y = turned(a + b, 43) + turned(c, 30) + d & MASK
    z = mixed(y, a + turned(b + K2, 18) + c & MASK, factor)
    e, f = word(text, 16) * factor, word(text, 24)
    g, h = (y + word(text, size - 32)) * factor, (z + word(text, size - 24)) * factor
    return mixed(turned(e + f, 43) + turned(g, 30) + h & MASK, e + turned(f + a, 18) + g & MASK, factor)


def _long(text: bytes, size: int) -> int:
    y = (81 * K1 + 113) & MASK
    z = folded(y * K2 + 113) * K2 & MASK
    state = (81 * K2 + word(text, 0) & MASK, y, z, (0, 0), (0, 0))
    last = (size - 1) // 64 * 64
    for at in range(0, last, 64):
        state = _round(text, at, state, K1, 1)
    x, y, z, v, w = state
    factor = K1 + ((z & 0xFF) << 1)
    w0 = w[0] + (size - 1 & 63)
    v0 = v[0] + w0
    w0 += v0
    x, y, z, v, w = _round(text, size - 64, (x, y, z, (v0 & MASK, v[1]), (w0 & MASK, w[1])), factor, 9)
    one = mixed(v[0], w[0], factor) + folded(y) * K0 + z
    return mixed(one & MASK, mixed(v[1], w[1], factor) + x & MASK, factor)


def _round(text: bytes, at: int, state, factor: int, weight: int):
    """One block of 64 bytes; x and z change places."""
    x, y, z, v, w = state
    x = turned(x + y + v[0] + word(text, at + 8), 37) * factor & MASK
    y = turned(y + v[1] + word(text, at + 48), 42) * factor & MASK
    x ^= w[1] * weight & MASK
    y = y + v[0] * weight + word(text, at + 40) & MASK
    z = turned(z + w[0], 33) * factor & MASK
    v = _half(text, at, v[1] * factor, x + w[0])
    w = _half(text, at + 32, z + w[1], y + word(text, at + 16))
    return z, y, x, v, w


def _half(text: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    w, x, y, z = [word(text, at + 8 * number) for number in range(4)]
    a += w
    b = turned(b + a + z, 21)
    c = a
    a += x + y
    return a + z & MASK, turned(a, 44) + b + c & MASK


def farmhash_128(text: bytes) -> tuple[int, int]:
    """The low and the high word."""
    if len(text) >= 16:
        return _seeded(text[16:], word(text, 0), word(text, 8) + K0 & MASK)
    return _seeded(text, K0, K1)


def _pair(u: int, v: int) -> int:
    return mixed(u & MASK, v & MASK, 0x9DDFEA08EB382D69)


def _seeded(text: bytes, low: int, high: int) -> tuple[int, int]:
    size = len(text)
    if size < 128:
        return _seeded_up_to_127(text, low, high)
    x, y, z = low, high, size * K1 & MASK
    first = turned(y ^ K1, 49) * K1 + word(text, 0) & MASK
    v = first, turned(first, 42) * K1 + word(text, 8) & MASK
    w = turned(y + z, 35) * K1 + x & MASK, turned(x + word(text, 88), 53) * K1 & MASK
    state = x, y, z, v, w
    blocks = size // 128 * 128
    for at in range(0, blocks, 64):
        state = _round(text, at, state, K1, 1)
    x, y, z, (v0, v1), (w0, w1) = state
    x = x + turned(v0 + z, 49) * K0 & MASK
    y, z = y * K0 + turned(w1, 37) & MASK, z * K0 + turned(w0, 27) & MASK
    w0, v0 = w0 * 9 & MASK, v0 * K0 & MASK
    for done in range(32, size - blocks + 32, 32):
        at = size - done
        y = turned(x + y, 42) * K0 + v1 & MASK
        w0 = w0 + word(text, at + 16) & MASK
        x = x * K0 + w0 & MASK
        z = z + w1 + word(text, at) & MASK
        w1 = w1 + v0 & MASK
        v0, v1 = _half(text, at, v0 + z, v1)
        v0 = v0 * K0 & MASK
    x, y = _pair(x, v0), _pair(y + z, w0)
    return _pair(x + v1, w1) + y & MASK, _pair(x + w1, y + v1)


def _seeded_up_to_127(text: bytes, low: int, high: int) -> tuple[int, int]:
    size, a, b = len(text), low, high
    if size <= 16:
        a = folded(a * K1) * K1 & MASK
        c = b * K1 + _up_to_16(text, size) & MASK
        d = folded(a + (word(text, 0) if size >= 8 else c))
    else:
        c = _pair(word(text, size - 8) + K1, a)
        d = _pair(b + size, c + word(text, size - 16))
        a = a + d & MASK
        for at in range(0, size - 16, 16):
            a = (a ^ folded(word(text, at) * K1) * K1) * K1 & MASK
            b ^= a
            c = (c ^ folded(word(text, at + 8) * K1) * K1) * K1 & MASK
            d ^= c
    a, b = _pair(a, c), _pair(d, b)
    return a ^ b, _pair(b, a)


# MurmurHash64A, with the seed that TensorFlow gives it


def murmur(text: bytes, seed: int = 0xDECAFCAFFE) -> int:
    factor, size = 0xC6A4A7935BD1E995, len(text)
    hashed = seed ^ size * factor & MASK
    for at in range(0, size - size % 8, 8):
        part = folded(word(text, at) * factor) * factor
        hashed = (hashed ^ part) * factor & MASK
    if size % 8:
        hashed = (hashed ^ word(text, size - size % 8)) * factor & MASK
    return folded(folded(hashed) * factor)


# SipHash-2-4


def siphash(text: bytes, key: tuple[int, int]) -> int:
    low, high = key[0] & MASK, key[1] & MASK
    state = [low ^ 0x736F6D6570736575, high ^ 0x646F72616E646F6D, low ^ 0x6C7967656E657261, high ^ 0x7465646279746573]
    padded = text + bytes(7 - len(text) % 8) + bytes([len(text) & 0xFF])
    for at in range(0, len(padded), 8):
        block = word(padded, at)
        state[3] ^= block
        _stir(state, 2)
        state[0] ^= block
    state[2] ^= 0xFF
    _stir(state, 4)
    return state[0] ^ state[1] ^ state[2] ^ state[3]


def _stir(state: list[int], rounds: int) -> None:
    a, b, c, d = state
    for _ in range(rounds):
        a, c = a + b & MASK, c + d & MASK
        b, d = turned(b, 51) ^ a, turned(d, 48) ^ c
        a, c = turned(a, 32) + d & MASK, c + b & MASK
        d, b = turned(d, 43) ^ a, turned(b, 47) ^ c
        c = turned(c, 32)
    state[:] = a, b, c, d
