"""Games whose code is held in parts: Invicta's Master Mind for four. Pure."""
