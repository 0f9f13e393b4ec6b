"""What a program costs: arithmetic and bytes of each op, time on a device, a schedule over several devices, memory."""
