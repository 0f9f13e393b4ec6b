"""What the memory optimizer knows: computing again, copying to the host and back, adding up in place, allocating less strictly."""
