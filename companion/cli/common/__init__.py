"""What several commands share: asking, drawing, logs found, lights opened, frames kept, JSON.

In: options of the command line, typed lines, presses. Out: values for commands, text on a screen.
May import: everything below the command line; no command.
"""
