"""Graphs and functions of nodes become functions around `tf_executor.graph`, with the ops of the `tf` dialect in islands."""
