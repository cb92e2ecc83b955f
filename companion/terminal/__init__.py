"""Words with colours and tables, as they stand in a terminal, a pipe or a file.

In: texts, tables. Out: lines of a given width with the colours that the terminal has.
May import: nothing. The package rich does more, and would be a third of a small installation.
"""
