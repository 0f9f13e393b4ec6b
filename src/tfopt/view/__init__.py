"""Pictures of graphs before and after passes: a page for a browser, a file for Graphviz."""
