"""Modules of the llvm dialect as LLVM IR. Source: LLVM's language reference; the order and the names are those that upstream's translation
gives values, so that both print the same."""
