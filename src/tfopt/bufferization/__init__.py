"""Tensors become buffers: which may be written in place is found first, then operations on tensors become operations on memory. Models say of
an op what it does to the buffers of its tensors, a family per file."""
