"""Static analyses of a program. Each question has one answer, in the module that is named after it."""
