"""Patterns of ECMA-262 that clients of Java and Kotlin support, token by token as `Ecma` in their templates does.

Takes a pattern, tells whether it is read as ECMA-262 means it. java.util.regex has look-around, but back-references that mean
something else, and look-behind only without endless repetition.
"""

import re
from collections.abc import Sequence

_DEEPEST = 100
_CATEGORIES = (
    "L Lu Ll Lt LC Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Co Cn "
    "Letter Uppercase_Letter Lowercase_Letter Mark Number Decimal_Number Punctuation Symbol Separator Space_Separator Control"
).replace(" ", "|")
_SCRIPTS = (
    "Arabic Armenian Bengali Cyrillic Devanagari Georgian Greek Han Hangul Hebrew Hiragana Katakana Latin Tamil Thai"
).replace(" ", "|")
_TRUTHS = "Alphabetic|Uppercase|Lowercase|White_Space"
_SEVERAL = rf"[dDwWsS]|[pP]\{{(?:(?:(?:gc|General_Category)=)?(?:{_CATEGORIES})|(?:sc|Script)=(?:{_SCRIPTS})|{_TRUTHS})\}}"
_ONE = r"u\{0*(?:10[0-9A-Fa-f]{4}|[0-9A-Fa-f]{1,5})\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[tnvfr]|c[A-Za-z]|0(?![0-9])|[^0-9A-Za-z]"
_WORD = re.compile(
    rf"""(?P<look>\(\?(?:[=!]|<[=!]))
    |(?P<open>\((?:\?(?::|<[A-Za-z_$][0-9A-Za-z_$]*>)|(?!\?)))
    |(?P<close>\))
    |(?P<edge>[\^$|]|\\[bB])
    |(?P<times>[*+?]|\{{(?P<least>[0-9]{{1,9}})(?P<comma>,(?P<most>[0-9]{{1,9}})?)?\}})\??
    |\[\^?(?P<set>(?:\\.|[^\]\\])*)\]
    |(?P<atom>\\(?:{_SEVERAL}|{_ONE})|[^()\[\\])""",
    re.VERBOSE | re.DOTALL,
)
_MEMBER = re.compile(rf"\\(?P<several>{_SEVERAL})|\\(?P<escaped>b|{_ONE})|(?P<plain>[^\\])", re.DOTALL)


def reads(pattern: str) -> bool:
    """Return `True` if a client supports the pattern; it does not check values against others."""
    groups: list[str] = []
    at, repeatable = 0, False
    while at < len(pattern):
        word = _WORD.match(pattern, at)
        if word is None:
            return False
        at = word.end()
        if word["times"]:
            if not repeatable or not _countable(word, groups):
                return False
            repeatable = False
        elif word["look"] or word["open"]:
            groups.append(word[0])
            repeatable = False
            if len(groups) > _DEEPEST:
                return False
        elif word["close"]:
            if not groups:
                return False
            repeatable = not _looks(groups.pop())
        else:
            if word["set"] is not None and not _is_set(word["set"]):
                return False
            repeatable = not word["edge"]
    return not groups


def _looks(head: str) -> bool:
    return head in ("(?=", "(?!", "(?<=", "(?<!")


def _countable(times: re.Match[str], groups: Sequence[str]) -> bool:
    most = times["most"]
    endless = times["times"] in ("*", "+") or (times["comma"] and not most)
    if endless and any(head in ("(?<=", "(?<!") for head in groups):
        return False
    return most is None or int(times["least"]) <= int(most)


def _is_set(text: str) -> bool:
    """Return `True` if the members of a character class are supported and no range runs backwards."""
    members: list[str] = []
    at = 0
    while at < len(text):
        member = _MEMBER.match(text, at)
        if member is None:
            return False
        members.append("" if member["several"] else _point(member))
        at = member.end()
    at = 0
    while at < len(members):
        ranged = members[at + 1 : at + 2] == ["-"] and at + 2 < len(members)
        if ranged and members[at] and members[at + 2] and members[at + 2] < members[at]:
            return False
        at += 3 if ranged else 1
    return True


_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "b": "\b", "0": "\0"}


def _point(member: re.Match[str]) -> str:
    escaped = member["escaped"]
    if escaped is None:
        return member["plain"]
    if escaped[0] in "ux" and len(escaped) > 1:
        return chr(int(escaped[1:].strip("{}"), 16))
    if escaped[0] == "c" and len(escaped) > 1:
        return chr(ord(escaped[1]) % 32)
    return _CONTROLS.get(escaped, escaped)
