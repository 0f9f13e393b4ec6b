"""From StableHLO to dispatches: regions, executables, the sequencer, buffers."""
