"""`io.StringIO` of CPython 3.11: text in memory, read from its beginning or written at its end."""


class StringIO:
    def __init__(self, initial_value="", newline="\n"):
        self._text = initial_value or ""
        self._at = 0

    def getvalue(self):
        return self._text

    def write(self, text):
        self._text += text
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        found = self._text[self._at :] if size is None or size < 0 else self._text[self._at : self._at + size]
        self._at += len(found)
        return found

    def readlines(self):
        return self.read().splitlines(True)

    def readline(self):
        rest = self._text[self._at :].splitlines(True)
        if not rest:
            return ""
        self._at += len(rest[0])
        return rest[0]

    def seek(self, offset, whence=0):
        self._at = offset
        return offset

    def __iter__(self):
        return iter(self.readlines())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def close(self):
        return None
