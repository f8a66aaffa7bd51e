"""Which names look alike.

Takes a name, gives keys that it shares with those it could be taken for. The letters are those of Unicode's `confusables.txt`
(UTS 39) that look like ASCII, of the scripts with most of them; the table is toolc's own, so no Python's Unicode decides.
"""

import unicodedata

_FROM = "аеорсухіјѕһԁԛԝкмтвнгзбАВЕКМНОРСТУХІЈЅԌαορνικτυχγεΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɡℓ"
_TO = "aeopcyxijshdqwkmtbhr36ABEKMHOPCTYXIJSGaopviktuxyeABEZHIKMNOPTYXigl"
_LETTERS = {ord(one): two for one, two in zip(_FROM, _TO, strict=True)}
_STROKES = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O"})


def looks(name: str) -> tuple[str, str]:
    """Two keys: names that share the first differ in case or width, those that share the second in letters that look alike."""
    plain = unicodedata.normalize("NFKC", name).translate(_LETTERS)
    return plain.casefold(), plain.translate(_STROKES)


def stable(name: str) -> bool:
    """Whether a name stays as it is when it is normalised, as Python does with its own."""
    return name.isascii() or unicodedata.is_normalized("NFKC", name)
