"""Relay's text, of version 0.0.5, as modules of the relay dialect, read and written; and TVM's files of parameters."""
