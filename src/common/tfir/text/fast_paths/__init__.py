"""Reading of what is shaped as printed, beside the general parser and held to it: forms, the generic form, and lines alike."""
