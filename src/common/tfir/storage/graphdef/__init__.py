"""GraphDefs as modules of tfg, and back: for tf-translate, and for datasets, which TensorFlow writes as graphs."""
