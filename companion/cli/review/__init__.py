"""Looking back: `games`, `show`, `export`, `analyse`, `hint`, `verify`, and single facts."""
