"""The code-mode target: tools as functions in files of their own, for agents that write programs.

Takes nothing, returns `TARGET`. `entries` says what each function takes and returns, `typescript` and `python` spell it,
`index` measures it, `plan` puts the files together; layout is in `templates/code-mode`.
"""

from toolc.emit import Target
from toolc.targets.code_mode.naming import folders
from toolc.targets.code_mode.plan import ENCODERS, plan

TARGET = Target(
    "code-mode",
    "functions for agents that write programs: a file a tool, in TypeScript and Python",
    plan,
    folders,
    encoders=ENCODERS,
    server_places=True,
)
