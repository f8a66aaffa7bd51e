"""Tools of a linked program: registrations are collected, followed and judged.

`collect_tools.declarations` takes the linker and the systems and gives the declarations; the other modules are its parts.
"""
