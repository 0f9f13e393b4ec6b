"""`python -m tfopt` is tf-opt."""

from tfopt.main import main

main()
