"""The command `tf-run`: executes a module and gives its outputs as values, files, or a verdict."""

from __future__ import annotations

import sys
from time import perf_counter, process_time

from tfir.command_line import FAILURE, Flag, Tool, UsageError, read_text, shown_name
from tfir.ir.location import Source

from tfrun.devices import VULKAN, check_device, describe_device, list_devices, prepared

FLAGS = [
    Flag("device", "vulkan (the fastest there is), vulkan:INDEX, vulkan:NAME, vulkan:UUID, or interpreter.", "DEVICE", VULKAN),
    Flag("input", "A value for the next feed or the named one: [NAME=]4xf32=1,2,3,4, [NAME=]@x.npy, or all of @inputs.npz.",
         "VALUE", many=True),
    Flag("output", "Write an output to [NAME=]@y.npy, all of them to @out.npz, or print them (-).", "WHERE", many=True),
    Flag("expected-output", "Compare with values given as for --input; exit code 1 where they differ.", "VALUE", many=True),
    Flag("rtol", "Allowed difference relative to the expected value.", "NUMBER", 1e-5, type=float),
    Flag("atol", "Allowed difference beyond the relative one.", "NUMBER", 1e-6, type=float),
    Flag("entry", "The function to run, where there are several.", "NAME"),
    Flag("benchmark", "Run this many times more and report times per run, on standard error.", "N", 0, type=int),
    Flag("list-devices", "List devices and exit."),
    Flag("describe-device", "Show the device's facts as an attribute for tf-opt, and exit."),
]  # fmt: skip


def parse_module(path: str):
    """The verified module of a file of IR text."""
    from tfir.dialects import dialect, lookup, verify
    from tfir.text.parser import parse

    module = parse(Source(shown_name(path), read_text(path)), lookup, dialect)
    verify(module)
    return module


def run(arguments) -> int:
    device = check_device(arguments.device)
    if arguments.list_devices:
        for line in list_devices():
            print(line, flush=True)
        return 0
    if arguments.describe_device:
        print(describe_device(device))
        return 0
    if not arguments.files:
        raise UsageError("no input file is given; - is standard input")
    return Job(arguments, device).run()


class Job:
    """One call of tf-run. All that can be wrong with the command is found before anything is computed."""

    def __init__(self, arguments, device: str):
        from tfir.execution.entry import find_entry
        from tfir.execution.inputs import bind, read_values

        from tfrun.outputs import Destination, check_destinations

        self.arguments, self.device = arguments, device
        self.destinations = [Destination(text) for text in arguments.output]
        self.module = parse_module(arguments.files[0])
        self.entry = find_entry(self.module, arguments.entry)
        self.inputs = bind(self.entry, read_values(arguments.input))
        self.expected = read_values(arguments.expected_output, "--expected-output")
        check_destinations(self.destinations, self.entry.fetches)

    def run(self) -> int:
        from tfrun.outputs import print_outputs, write_outputs

        with prepared(self.module, self.entry, self.device) as program:
            values = program(self.inputs)
            if self.arguments.benchmark:
                report_times(program, self.inputs, self.arguments.benchmark)
        write_outputs(self.destinations, self.entry.fetches, values)
        if self.expected:
            return self.verdict(values)
        if not self.destinations:
            print_outputs(self.entry.fetches, values, all_elements=False)
        return 0

    def verdict(self, values) -> int:
        from tfrun.outputs import compare

        differences = compare(
            self.entry.fetches, values, self.expected, self.arguments.rtol, self.arguments.atol
        )
        for difference in differences:
            print(f"tf-run: error: {difference}", file=sys.stderr)
        if not differences:
            print(f"all {len(self.expected)} expected outputs agree")
        return FAILURE if differences else 0


def report_times(program, inputs, count: int):
    """The least and the middle time of a run, by the clock and of this process's processors."""
    wall, processor = [], []
    for _ in range(count):
        began, used = perf_counter(), process_time()
        program(inputs)
        wall.append(perf_counter() - began)
        processor.append(process_time() - used)
    for name, times in (("wall", sorted(wall)), ("cpu", sorted(processor))):
        middle = times[len(times) // 2]
        print(
            f"{name}: least {times[0] * 1e3:.3f} ms, median {middle * 1e3:.3f} ms of {count} runs",
            file=sys.stderr,
        )


TOOL = Tool(
    "tf-run",
    "Executes a module of IR text on a Vulkan device or on the interpreter.",
    "[OPTIONS] FILE",
    FLAGS,
    run,
)


def main(argv=None) -> int:
    return TOOL.main(argv)


if __name__ == "__main__":
    main()
