"""tf-translate: bytes to IR and back, one file per format and direction. It rewrites nothing."""
