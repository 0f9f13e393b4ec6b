"""Changing where channels are: ops that have a data format get the other one between two transposes (expansion), and transposes are pushed
through layout-agnostic ops, until they meet and cancel (collapse)."""

from __future__ import annotations

from tfopt.grappler.layout.agnostic import agnostic_stages
from tfopt.grappler.layout.formats import Conversion
from tfopt.grappler.layout.sensitive import sensitive_stages


def stages(conversion: Conversion):
    return [*sensitive_stages(conversion), *agnostic_stages(conversion)]
