"""tf-run: a module of IR to values, on a Vulkan device or on the interpreter."""
