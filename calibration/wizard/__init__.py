"""A calibration step by step, from the empty board to saved colours."""
