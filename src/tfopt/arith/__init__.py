"""Operations of arith by simpler ones of the same dialect."""

WORKS_ON = ("arith",)
