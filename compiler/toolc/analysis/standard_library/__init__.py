"""Parts of the standard library, written in Python for the interpreter to execute: nothing here is imported.

A file is named after its module, with `_` for each dot. `written.py` lists the names that programs get from here. Only what a
program can see of a class or function is written, in the simplest way; the rest is left to the interpreter, which says so.
"""
