"""The command line of the three tools: flags, help, completion, files in and out, exit codes."""
