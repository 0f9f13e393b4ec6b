"""IREE's bytecodes of 2019, of the sequencer and of the interpreter: `opcodes.txt` has their operations, and from it come assembler,
disassembler and listings."""
