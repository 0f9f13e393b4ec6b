"""Random programs print as text that reads as the same programs, in every mode of printing."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_programs import RandomProgram
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

MODES = {
    "custom": PrintOptions(),
    "generic": PrintOptions(generic=True),
    "with locations": PrintOptions(debug_info=True),
    "generic with locations": PrintOptions(generic=True, debug_info=True),
    "locations in place": PrintOptions(debug_info=True, local_scope=True),
    "everything in hexadecimal": PrintOptions(hex_elements=0),
}


def reread(text: str, **options):
    return parse(Source("input", text), lookup, dialect, allow_unregistered=True, **options)


@pytest.mark.sweep
@pytest.mark.parametrize("generic", [False, True])
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(chance=st.randoms(use_true_random=False))
def test_names_that_are_kept_stay(generic, chance):
    maker, options = RandomProgram(chance), PrintOptions(keep_names=True, generic=generic)
    module = maker.module()
    maker.name_values(module)
    text = print_operation(module, lookup, options)
    again = reread(text, keep_names=True)
    assert print_operation(again, lookup, options) == text
    assert print_operation(again, lookup) == print_operation(module, lookup)


@pytest.mark.sweep
@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(chance=st.randoms(use_true_random=False))
def test_what_is_printed_reads_as_the_same(mode, chance):
    module, options = RandomProgram(chance).module(), MODES[mode]
    text = print_operation(module, lookup, options)
    for use_fast_paths in (True, False):
        again = reread(text, use_fast_paths=use_fast_paths)
        assert print_operation(again, lookup, options) == text
        # Whatever the form, nothing is lost that the generic form shows.
        full = PrintOptions(generic=True)
        assert print_operation(again, lookup, full) == print_operation(module, lookup, full)
