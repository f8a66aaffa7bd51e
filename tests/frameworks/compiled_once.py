"""What every interpreter of an environment does first, so that it starts sooner; `environment.py` puts it there.

uv links the files of an environment to where it keeps packages, so most environments share most of theirs. Each is compiled once, for
all of them: what is compiled is found by the file itself, not by its place. Python looks at time and size before it takes it, as ever.
"""

import gc
import importlib._bootstrap_external as reading
import os
import sys

KEPT = os.path.join(os.path.dirname(sys.prefix), "compiled")

gc.set_threshold(100_000)  # importing hundreds of modules leaves no garbage; looking for it takes a fifth of that time
_beside = reading.cache_from_source


def _place(path, debug_override=None, *, optimization=None):
    try:
        found = os.stat(path)
    except OSError:
        found = None
    if found is None or found.st_nlink == 1 or optimization or sys.flags.optimize:
        return _beside(path, debug_override, optimization=optimization)
    return os.path.join(KEPT, f"{found.st_ino}.{sys.implementation.cache_tag}.pyc")


reading.cache_from_source = _place
