"""What people do at the page, each by its name: fields of a form become events of the match.

In: a form, a login, the match at the page. Out: events posted, or what is said to a watched table.
May import: table and door of this room, session, kinds, table, game and below.
"""
