"""How TensorFlow stores tensors and graphs: the numbers of types, TensorProtos, checkpoints of both formats, GraphDefs."""
