"""Compute on Vulkan: devices, memory, pipelines, command buffers, and the sequencer recorded into them."""
