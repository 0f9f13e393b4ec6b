"""What the three tools share as commands: flags, help, completion, files in and out, exit codes."""
