"""`python -m tfrun` is tf-run."""

from tfrun.main import main

main()
