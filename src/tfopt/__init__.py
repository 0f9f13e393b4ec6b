"""tf-opt: text IR to text IR, by named passes and pipelines."""
