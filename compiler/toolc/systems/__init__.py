"""The tool frameworks: one module each, named as the system (`google-adk` is `google_adk`), and `register` with all of them.

Importing this package imports none of them: at run time one is enough, and all of them cost more than pydantic.
"""
