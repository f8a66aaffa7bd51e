"""Amazon Bedrock: tools of Converse.

Sources: `ToolSpecification` of bedrock-runtime in botocore 1.44.5 (2026-11), whose name has 1 to 64 characters out of
`[a-zA-Z0-9_-]` and whose description is not empty.
"""

from toolc.providers.base import NameRule, Provider, root_object

NAMES = NameRule(r"[A-Za-z0-9_-]{1,64}", "1 to 64 characters out of A-Z, a-z, 0-9, _ and -")

BEDROCK = Provider("bedrock", "Amazon Bedrock, tools of Converse", "bedrock", root_object, NAMES)
