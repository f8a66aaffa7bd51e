"""Limits of providers and hosts: what each refuses, ignores or changes, in one table each, and `register` with all.

Takes nothing, gives the types that the tables are made of; the tables themselves are imported where they are asked for.
"""

from toolc.providers.base import Effect, Finding, NameRule, Provider

__all__ = ["Effect", "Finding", "NameRule", "Provider"]
