"""Functions of the math dialect within it, and by arithmetic, under upstream's names."""

WORKS_ON = ("math",)
