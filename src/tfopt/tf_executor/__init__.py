"""Passes within the executor's model: control flow by tokens becomes functional, islands grow and are taken apart."""
