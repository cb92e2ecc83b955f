"""Playing: `play`, `demo` and `watch`, at the keyboard and before a camera."""
