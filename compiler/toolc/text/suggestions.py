"""Names that someone who mistyped a name may have meant.

Takes a word and the words there are, gives a sentence for a diagnostic's help.
"""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, choices: Iterable[str], otherwise: str = "") -> str:
    """`did you mean "x"?`, or `otherwise` and all choices when none is near."""
    known = sorted(set(choices))
    lower = {choice.lower(): choice for choice in reversed(known)}
    near = [lower[match] for match in get_close_matches(word.lower()[:200], list(lower), n=3, cutoff=0.6)]
    if near:
        return "did you mean " + " or ".join(f'"{choice}"' for choice in near) + "?"
    return f"{otherwise}: {', '.join(known[:40])}" if otherwise and known else ""
