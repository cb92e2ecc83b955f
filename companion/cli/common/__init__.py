"""What several commands share: logs found, matches drawn and told, lights opened, facts as JSON.

In: a match, a log's name, display names. Out: lines of text, JSON, open displays.
May import: everything below the command line; no command.
"""
