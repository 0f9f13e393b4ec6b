"""LLVM IR as text, read. A text becomes functions, globals and nodes of metadata first (`module_reader`), as names stand in front of what they
mean; then operations of the llvm dialect (`module_import`). Source: LLVM's language reference; which operations come of it, and in which
order, is as upstream's import has it."""
