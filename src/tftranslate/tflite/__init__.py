"""Files of TensorFlow Lite (.tflite): tables of `schema.fbs` as records, records as modules of the tfl dialect, and both ways back.

    bytes --reading--> records --import_module--> tfl --export_module--> records --writing--> bytes

A record is a dictionary of the fields that a table has, by name; a field that is absent is not in it. `file_layout` keeps what a file says
beside its program, so that a module that was not changed gives the same bytes again.
"""
