"""Who is let in, and what holds for every request before anybody is asked who he is.

In: links, cookies, raw requests. Out: logins with a role, refusals.
May import: errors and i18n alone.
"""
