"""The intermediate representation that the three tools share: what programs are, how they read as text, what ops mean.

Knows no pass, no file format and no device. Imports go one way: ir < text < ods < dialects < analysis < conversion < execution < cost.
"""
