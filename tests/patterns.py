"""Patterns of ECMA-262 on which regular expressions of other languages differ: a table, and random ones made of the same parts."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from node import node

TEXTS = (
    "", "a", "b", "ab", "aab", "A", "_", "-", "0", "42", "a\n", "\n", "\r", "\x0b", "\x85", "\u2028", "\xa0", "\ufeff", "\u200b", "é", "É",
    "ß", "\u0663", "\U0001f600", "a\U0001f600", "日本", "αβ", "a b", "a.b", "a-b", "a&&b", "[a]", "{a}", "{1}", "a\\b", "x^y$", "/", "\x00",
    "foo@bar.com", "2024-01-31", "éa", "aé", " a ", "\t", "aa", "aaa", "aaaa", "abab", "]", "#", "~", "(a)", "a|b",
)  # fmt: skip

ODD = (
    "^a$", "a$", "^$", "$", r"^\d+$", r"^\w+$", r"\W", r"\D", r"^\s+$", r"^\S+$", r"\bé", r"\ba\b", r"\B", ".", "^.$", "^..$", "[^a]", "[]", "[^]",
    r"[\d-a]", r"[a-\d]", r"[\w-]", r"[-a]", r"[a-]", "[a&&b]", "[[a]]", "[a[b]", "[]a]", "[^]a]", r"[\]]", r"[\b]", r"[\^a]", "[a^]", r"[\s\S]",
    r"[^\s]", r"[^\S]", r"\x41", r"\u0041", r"\u{1F600}", r"^\u{1F600}$", r"^\uD83D\uDE00$", r"[\u{1F600}]", "^[\U0001f600]$", r"\cJ", r"\0", r"\v",
    r"\p{L}", r"^\p{L}+$", r"\P{L}", r"[\p{Lu}]", r"[^\p{L}\d]", r"\p{Letter}", r"\p{gc=Lu}", r"\p{Script=Greek}", r"\p{sc=Han}", r"\p{Alphabetic}",
    r"\p{White_Space}", r"\p{Foo}", r"\p", r"\pL", r"\p{gc=Alphabetic}", "(a)", "(?:a)", "(?<n>a)", "(?<_n$1>a)", "(?P<n>a)", "(?i)a", "(?i:a)", "(?#a)",
    "(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", "(?<=a*)b", "(?<=a{1,2})b", "(?<=a{1,})b", "(?=a)*", "(?=a)+b", r"(a)\1", r"\1", r"\k<n>", "a++", "a?+", "a*?",
    "a+?b", "a??", "a{2}", "a{2,}", "a{,2}", "a{1,2}?", "a{2,1}", "a{1", "a{", "{", "}", "{1}", "^{a}$", "]", "a|", "|a", "()", "(", ")", "a)", "(a", "*", "+a",
    "^*", "$*", r"\b+", "a**", r"\A", r"\Z", r"\z", r"\a", r"\e", r"\h", r"\R", r"\X", r"\Qa\E", r"\G", r"\-", r"\@", r"\_", r"\ ", r"\/", r"\é", "\\", "[a", r"[a\]",
    "[b-a]", "[a-a]", r"[\n-\r]", r"[\x00-\x7f]", r"[!-~]", "#", "~", "&&", "a b", "(?x)a b", r"^[\w.+-]+@[\w-]+\.[\w.]+$", r"^\d{4}-\d{2}-\d{2}$",
    "(a|b)*", "(a*)*", "(a*)+$", "(?:a?)*?b", "^(?!.*--)[a-z-]+$", "^(?=.*[a-z])(?=.*[A-Z])", r"\u00", r"\x4", r"\u{110000}", r"\c1", r"\01", r"[\01]", r"[\c]",
)  # fmt: skip
"""Each means something to one engine or another."""

_PARTS = (
    *"aabbéA_-0.^$|()()[]{},*+?", "[a-z]", "[^a]", "(?:", "(?=", "(?!", "(?<=", "(?<!", r"\d", r"\w", r"\s", r"\b", r"\B", r"\S", r"\W", r"\.", r"\n", "{1,2}", "{2}", "*?",
    "[", "]", "\U0001f600", r"\u0061", r"\p{L}", "\n", r"\-",
)  # fmt: skip


def drawn(random: Random, how_many: int) -> Sequence[str]:
    """Random patterns, most of which can be read."""
    return ["".join(_part(random, 2) for _ in range(random.randint(1, 4))) for _ in range(how_many)]


def _part(random: Random, depth: int) -> str:
    choice = random.random()
    if choice < 0.1 or depth == 0:
        return random.choice(_PARTS)
    if choice < 0.3:
        inside = "|".join(_part(random, depth - 1) for _ in range(random.randint(1, 3)))
        return f"({random.choice(('', '?:', '?=', '?!', '?<=', '?<!'))}{inside})"
    if choice < 0.45:
        members = "".join(
            random.choice(("a", "b-", "a-c", "é", r"\d", r"\W", r"\s", "-", "^", "&", "[", r"\]", ".")) for _ in range(3)
        )
        return f"[{random.choice(('', '^'))}{members}]"
    if choice < 0.65:
        return random.choice(("a", "(?:ab)", ".", r"\w", r"\s", "[ab]")) + random.choice(
            ("*", "+", "?", "{2}", "{1,2}", "+?", "{0,1}")
        )
    return random.choice(("a", "b", "^", "$", r"\b", r"\B", ".", r"\d", r"\S", "é", "\U0001f600", "-", " "))


ASKED = (*ODD, *drawn(Random(17), 3000))
"""The same patterns in every run."""

_IN_NODE = """
const {patterns, texts} = JSON.parse(require("fs").readFileSync(0, "utf8"));
function read(pattern) {
  for (const flags of ["u", ""]) {
    try { return new RegExp(pattern, flags); } catch {}
  }
  return null;
}
// Null where Node is no judge: without the flag a character beyond 16 bits is two, and V8 looks for nothing between its halves.
const fits = (one) => (text) => {
  const match = one.exec(text);
  const between = match && match.index && text.codePointAt(match.index - 1) > 0xffff;
  return between || (!one.unicode && /[\\ud800-\\udfff]/.test(text)) ? null : match !== null;
};
console.log(JSON.stringify(patterns.map(read).map((one) => one && texts.map(fits(one)))));
"""


def unlike_node(found: Sequence[Any]) -> list[tuple[str, str]]:
    """Where an engine and Node differ: `found` says of each pattern whether it fits the texts, or None where it is not read."""
    meant = json.loads(node(_IN_NODE, json.dumps({"patterns": ASKED, "texts": TEXTS})))
    return [
        (pattern, text)
        for pattern, here, there in zip(ASKED, found, meant, strict=True)
        if here is not None
        for text, one, other in zip(TEXTS, here, there or [], strict=True)
        if other is not None and one is not other
    ]
