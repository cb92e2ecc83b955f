"""What was measured, kept on disk in dated versions, with checksums."""
