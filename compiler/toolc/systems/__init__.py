"""The tool frameworks: one module or folder each, named as the system (`google-adk` is `google_adk`), and `register` with
all of them; `shared` is what several need.

Importing this package imports none of them: at run time one is enough, and all of them cost more than pydantic.
"""
