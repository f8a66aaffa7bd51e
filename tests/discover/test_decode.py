"""`discover/decode.py`: only known codecs, normalised text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolc.discover.decode import Undecodable, codec, decode


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\r\nb\rc\n", "a\nb\nc\n"),
        (b"\xef\xbb\xbfa = 1\n", "a = 1\n"),
        (b"\xef\xbb\xbf# coding: utf-8\n", "# coding: utf-8\n"),
        (b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "# -*- coding: latin-1 -*-\nx = 'é'\n"),
        (
            b"#!/usr/bin/python\n# vim: set fileencoding=ISO_8859-1 :\n'\xe9'",
            "#!/usr/bin/python\n# vim: set fileencoding=ISO_8859-1 :\n'é'",
        ),
        ("x = 'é'".encode(), "x = 'é'"),
        (b"", ""),
    ],
)
def test_text(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"# coding: utf-7\n", "utf-7"),
        (b"# coding: rot13\n", "rot13"),
        (b"\n# coding: unicode_escape\n", "unicode_escape"),
        (b"\r# coding: utf-16\r", "utf-16"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "mark"),
        (b"x = 1\0", "NUL"),
        (b"a\nb = '\xff'", "line 2"),
        (b"# coding: ascii\n'\xc3\xa9'", "ascii"),
    ],
)
def test_refused(data: bytes, reason: str) -> None:
    with pytest.raises(Undecodable, match=reason):
        decode(data)


def test_cookie_counts_only_in_the_head() -> None:
    assert codec(b"x = 1\n# coding: utf-7\n") == "utf-8"
    assert codec(b"\n\n# coding: utf-7\n") == "utf-8"
    assert codec(b"x = '# coding: utf-7'\n") == "utf-8"


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    try:
        assert "\r" not in decode(data)
    except Undecodable as error:
        assert str(error)
