"""Many schemas in Go: everything compiles, gofmt and vet are content; what is valid is read and written again without a change,
the rest is refused in the words of the Python client."""

from pathlib import Path

from corpus import corpus, mistaken
from golang import read_and_written


def test_the_corpus(tmp_path: Path) -> None:
    bundle, rows = corpus()
    assert mistaken(bundle, rows, read_and_written(bundle, rows, tmp_path)) == []
    assert len(rows) > 2000
