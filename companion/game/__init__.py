"""The games themselves: pure values, no clock, no chance, no files."""
