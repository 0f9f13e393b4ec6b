"""What a graph would cost where, told and acted upon: reports, traces, placement."""
