"""Graphs of the executor become graphs and functions of nodes again."""
