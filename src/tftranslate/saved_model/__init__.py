"""SavedModels: graphs with tags and signatures, the objects restored around them, their variables and assets."""
