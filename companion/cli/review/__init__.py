"""Looking back: `games`, `show`, `export`, `analyse`, `hint`, `verify`, and single facts.

In: a log. Out: text, tables, JSON or CSV.
May import: common, and everything below the command line.
"""
