"""`tf-opt --lsp`: what editors ask of a program while it is written, over the Language Server Protocol.

`document` is a text that is edited, `splitting` finds the parts of it that are read each by itself, `reading` reads one of them past its errors,
`patching` reads again what an edit has touched of a large one, `analysis` keeps all of that current and verifies it. `names`, `hover`,
`completion`, `fixes`, `run_lines`, `outline` and `formatting` answer questions about it; `server` is the protocol.
"""
