"""XLA's HLO: its text and its protos, into StableHLO and back.

A program is an HloModuleProto on all ways through here: `text` reads and writes text as such messages, `stablehlo_of_hlo` and
`hlo_of_stablehlo` take them from and to IR. What an opcode is stands in one line of `opcodes.txt`.
"""
