"""What providers and hosts refuse, ignore or change: one table for each, and `register` with all of them.

Takes nothing, gives the types that the tables are made of; the tables themselves are imported where they are asked for.
"""

from toolc.providers.base import Effect, Finding, NameRule, Provider

__all__ = ["Effect", "Finding", "NameRule", "Provider"]
