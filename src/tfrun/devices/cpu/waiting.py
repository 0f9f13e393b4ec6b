"""The runtime as LLVM IR for this system and processor: how a thread pauses, sleeps until a number in memory is changed, and is woken.

Linux has futexes for that (man 2 futex). Elsewhere a thread that is asleep looks again after fifty microseconds.
"""

from __future__ import annotations

import os
import sys

from tfrun.devices.cpu.facts import machine_name

RUNTIME = os.path.join(os.path.dirname(__file__), "runtime.ll")
FUTEX = {"x86_64": 202, "aarch64": 98, "riscv64": 98}  # the number of the system call
PAUSE = {"x86_64": "pause", "amd64": "pause", "aarch64": "isb", "arm64": "isb"}  # tens of nanoseconds without a look at memory

WITH_FUTEX = """
declare i64 @syscall(i64, ...)
define internal void @tfir.sleep(ptr %counter, i32 %seen) {{
  call i64 (i64, ...) @syscall(i64 {call}, ptr %counter, i32 128, i32 %seen, ptr null)
  ret void
}}
define internal void @tfir.wake(ptr %counter) {{
  call i64 (i64, ...) @syscall(i64 {call}, ptr %counter, i32 129, i32 2147483647)
  ret void
}}"""
BY_LOOKING = """
declare i32 @usleep(i32)
define internal void @tfir.sleep(ptr %counter, i32 %seen) {
  call i32 @usleep(i32 50)
  ret void
}
define internal void @tfir.wake(ptr %counter) {
  ret void
}"""
PAUSING = """
define internal void @tfir.pause() alwaysinline {{
  call void asm sideeffect "{instruction}", "~{{memory}}"()
  ret void
}}
"""


def runtime(system: str = sys.platform, processor: str = machine_name()) -> str:
    """The text of the runtime, for this machine unless another one is named."""
    call = FUTEX.get(processor) if system == "linux" else None
    waiting = BY_LOOKING if call is None else WITH_FUTEX.format(call=call)
    with open(RUNTIME) as file:
        return file.read() + waiting + PAUSING.format(instruction=PAUSE.get(processor, ""))
