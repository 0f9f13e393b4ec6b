"""The cost of a program: arithmetic and bytes of each op, time on a device, a schedule over several devices, memory."""
