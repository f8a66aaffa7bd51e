"""What code of the program does to a class: decorators, `__init_subclass__`, metaclasses, `setattr`.

Takes classes and functions of the program, gives what they change, or why that cannot be told.
"""
