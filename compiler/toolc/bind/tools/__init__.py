"""Which definitions of a linked program are tools: registrations found, followed and judged.

`register.declarations` takes the linker and the systems and gives the declarations; the other modules are its parts.
"""
