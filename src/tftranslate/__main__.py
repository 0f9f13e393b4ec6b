"""`python -m tftranslate` is tf-translate."""

from tftranslate.main import main

main()
