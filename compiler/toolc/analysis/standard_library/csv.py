"""Readers of `csv` (CPython 3.11) in the dialect `excel`."""


def _row(line, delimiter, quote):
    fields = [""]
    quoted = False
    for part in line.rstrip("\r\n").replace(quote + quote, "\0").split(quote):
        if quoted:
            fields[-1] += part.replace("\0", quote)
        else:
            first, *rest = part.replace("\0", "").split(delimiter)
            fields[-1] += first
            fields.extend(rest)
        quoted = not quoted
    return fields


def reader(csvfile, dialect="excel", *, delimiter=",", quotechar='"', skipinitialspace=False):
    for line in csvfile:
        if line.strip("\r\n"):
            fields = _row(line, delimiter, quotechar)
            yield [one.lstrip(" ") for one in fields] if skipinitialspace else fields
        else:
            yield []


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", **options):
        self._rows = reader(f, **options)
        self.fieldnames = list(fieldnames) if fieldnames is not None else next(self._rows, None)
        self.restkey, self.restval = restkey, restval

    def __iter__(self):
        for row in self._rows:
            if not row:
                continue
            found = dict(zip(self.fieldnames, row))
            if len(row) > len(self.fieldnames):
                found[self.restkey] = row[len(self.fieldnames) :]
            for name in self.fieldnames[len(row) :]:
                found[name] = self.restval
            yield found
