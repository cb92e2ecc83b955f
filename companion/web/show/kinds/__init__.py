"""What each kind of game has at the page: its boards, its forms, its words. One adapter each.

In: a snapshot and who looks. Out: views of boards, forms asked for. `page_kinds` has the table.
May import: boards of show, moves, table and door of the page, kinds, game and below.
"""
