"""tfg, tf_executor and tf into each other: control flow as edges and tokens, as switches and frames, as functions, as regions."""
