"""The kernels that OpenBLAS is told to take: by what Linux says of the processor."""

import os
import subprocess
import sys

import pytest
from tfir.execution.blas import core_type

AVX512 = "fma avx avx2 avx512f avx512dq avx512ifma avx512cd avx512bw avx512vl"


def described(vendor: str, flags: str) -> str:
    one = f"processor\t: 0\nvendor_id\t: {vendor}\ncpu family\t: 26\nflags\t\t: fpu {flags}\nbugs\t\t: sysret\n"
    return f"{one}\n{one}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (described("AuthenticAMD", AVX512), "SkylakeX"),
        (described("GenuineIntel", AVX512), None),  # whose models it knows, and has better ones for
        (described("AuthenticAMD", "fma avx avx2"), None),
        (described("AuthenticAMD", AVX512.replace(" avx512vl", "")), None),
        ("processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\n", None),
        ("", None),
    ],
)
def test_kernels_by_processor(text, expected):
    assert core_type(text) == expected


@pytest.mark.parametrize(
    ("first", "expected"),
    [("", "SkylakeX"), ("os.environ['OPENBLAS_CORETYPE'] = 'Haswell'", "Haswell"), ("import numpy", "None")],
)
def test_a_choice_that_was_made_stands(first, expected, tmp_path):
    processors = tmp_path / "cpuinfo"
    processors.write_text(described("AuthenticAMD", AVX512))
    choice = f"from tfir.execution.blas import choose_kernels\nchoose_kernels({str(processors)!r})"
    script = f"import os\n{first}\n{choice}\nprint(os.environ.get('OPENBLAS_CORETYPE'))"
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == expected
