"""The structure of programs: types, attributes, values, operations, blocks, regions, symbols, locations."""
