"""Amazon Bedrock: the `toolConfig` of Converse, `{tools: [{toolSpec: {…}}]}`; schemas as the framework reports them."""

from toolc.providers.bedrock import NAMES
from toolc.targets.documents import documents

TARGET = documents("bedrock", "the `toolConfig` of Amazon Bedrock's Converse API", names=NAMES)
