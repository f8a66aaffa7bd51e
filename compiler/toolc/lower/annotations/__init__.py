"""Annotations as resolved Python types, with what stands in them: literals, metadata, constraints, hooks.

Takes expressions of the program, gives types of a signature.
"""
