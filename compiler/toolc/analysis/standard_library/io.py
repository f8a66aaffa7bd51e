"""`io.StringIO` and `io.BytesIO` of CPython 3.11: text or bytes in memory; files of the program that are read."""


class StringIO:
    def __init__(self, initial_value="", newline="\n"):
        self._text = initial_value or ""
        self._at = 0

    def getvalue(self):
        return self._text

    def write(self, text):
        self._text = self._text[: self._at] + text + self._text[self._at + len(text) :]
        self._at += len(text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        found = self._text[self._at :] if size is None or size < 0 else self._text[self._at : self._at + size]
        self._at += len(found)
        return found

    def readlines(self, hint=-1):
        mark = self._mark()
        *whole, last = self.read().split(mark)
        return [line + mark for line in whole] + ([last] if last else [])

    def readline(self, size=-1):
        end = self._text.find(self._mark(), self._at) + 1
        found = self._text[self._at : end] if end else self._text[self._at :]
        self._at += len(found)
        return found

    def _mark(self):
        return "\n" if isinstance(self._text, str) else b"\n"

    def seek(self, offset, whence=0):
        self._at = offset + (self._at if whence == 1 else len(self._text) if whence == 2 else 0)
        return self._at

    def tell(self):
        return self._at

    def truncate(self, size=None):
        end = self._at if size is None else size
        self._text = self._text[:end]
        return end

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def close(self):
        return None

    def flush(self):
        return None


class BytesIO(StringIO):
    def __init__(self, initial_bytes=b""):
        self._text = initial_bytes or b""
        self._at = 0
