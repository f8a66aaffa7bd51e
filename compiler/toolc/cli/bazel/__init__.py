"""Builds under Bazel: the rule that `toolc init --bazel` writes, and the worker that carries it out.

Only what an action names is there for it, wherever it is started, so outputs depend on declared inputs alone.
"""
