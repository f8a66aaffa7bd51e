"""Effects of the program's code on a class: decorators, `__init_subclass__`, metaclasses, `setattr`.

Takes classes and functions of the program, gives the changes they make, or the reason why they are unknown.
"""
