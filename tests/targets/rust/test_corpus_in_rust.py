"""Many schemas in Rust: everything compiles, rustfmt and clippy are content; what is valid is read and written again without a
change, the rest is refused in the words of the Python client."""

from corpus import corpus, mistaken
from rustlang import read_and_written


def test_the_corpus() -> None:
    bundle, rows = corpus()
    assert mistaken(bundle, rows, read_and_written(bundle, rows)) == []
    assert len(rows) > 2000
