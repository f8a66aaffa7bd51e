"""JSON Schemas → JSON Schemas, as frameworks change them before they keep or send them.

`titles` takes titles away, `definitions` resolves the root and drops what nothing refers to, `inline` puts definitions where
they are used, `hoist` puts what repeats into one, `gemini` says it in words that Gemini reads, `sent` is what a server makes of
it, `closed` closes every object and requires every key, `result` takes a wrapper away, `anthropic` is for strict mode. Rules of
frameworks name theirs. No argument is changed.
"""

from toolc.schema.reshape.closed import Unstrict, closed_by_agents, closed_by_openai
from toolc.schema.reshape.definitions import root_resolved, without_unused
from toolc.schema.reshape.fastmcp_wire import dereference, without_discriminators
from toolc.schema.reshape.gemini import for_gemini
from toolc.schema.reshape.hoist import hoist
from toolc.schema.reshape.inline import Cyclic, inline_references, without_mappings
from toolc.schema.reshape.result import result_alone
from toolc.schema.reshape.titles import without_titles, without_titles_anywhere

__all__ = [
    "Cyclic",
    "Unstrict",
    "closed_by_agents",
    "closed_by_openai",
    "dereference",
    "for_gemini",
    "hoist",
    "inline_references",
    "result_alone",
    "root_resolved",
    "without_discriminators",
    "without_mappings",
    "without_titles",
    "without_titles_anywhere",
    "without_unused",
]
