"""What is attached and how it is set: `doctor`, `test-lights`, `firmware`, `config`, `backup`.

In: the ports, pins and files of this machine. Out: a list of what is there, and what to do.
May import: common, and everything below the command line.
"""
