"""The hardware abstraction layer: what drivers implement and programs run through, after IREE's HAL of 2019 (`protocols.py`)."""
