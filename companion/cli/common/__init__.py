"""What several commands share: asking, drawing, logs found, lights opened, frames kept, JSON.

In: options of the command line, typed lines, presses. Out: values for the commands, text on the
screen. May import: everything below the command line, and no other room of it.
"""
