"""Live Python objects as `toolc.signature` values: the front end for code that runs anyway.

Never imports pydantic or any framework: what is not loaded cannot be in use.
"""
