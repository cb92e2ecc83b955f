"""What is attached: `doctor`, `test-lights`, `firmware`."""
