"""Readers and writers of `csv` (CPython 3.11). `csv._row` and `csv._text` are the format itself (`models/csv_rows.py`)."""

import csv


def _options(dialect, options):
    return options if dialect == "excel" else {"dialect": dialect, **options}


class _Reader:
    def __init__(self, lines, options):
        self._lines, self._options, self.line_num = iter(lines), options, 0

    def __iter__(self):
        return self

    def __next__(self):
        lines = [next(self._lines)]
        while (row := csv._row(lines, self._options)) is None:  # a field in quotes goes on in the next line
            further = next(self._lines, None)
            if further is None:
                row = csv._row([*lines, ""], self._options)
                break
            lines.append(further)
        self.line_num += len(lines)
        return row


def reader(csvfile, dialect="excel", **options):
    return _Reader(csvfile, _options(dialect, options))


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", **options):
        self.reader = reader(f, dialect, **options)
        self._names = None if fieldnames is None else list(fieldnames)
        self.restkey, self.restval, self.line_num = restkey, restval, 0

    @property
    def fieldnames(self):
        if self._names is None:
            self._names = next(self.reader, None)
            self.line_num = self.reader.line_num
        return self._names

    @fieldnames.setter
    def fieldnames(self, names):
        self._names = names

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while row == []:
            row = next(self.reader)
        self.line_num = self.reader.line_num
        found = dict(zip(names, row))
        if len(row) > len(names):
            found[self.restkey] = row[len(names) :]
        for name in names[len(row) :]:
            found[name] = self.restval
        return found


class _Writer:
    def __init__(self, file, options):
        self._file, self._options = file, options

    def writerow(self, row):
        return self._file.write(csv._text(list(row), self._options))

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def writer(csvfile, dialect="excel", **options):
    return _Writer(csvfile, _options(dialect, options))


class DictWriter:
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", **options):
        self.fieldnames, self.restval, self.extrasaction = fieldnames, restval, extrasaction
        self.writer = writer(f, dialect, **options)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def writerow(self, row):
        if self.extrasaction == "raise" and any(name not in self.fieldnames for name in row):
            raise ValueError("dict contains fields not in fieldnames")
        return self.writer.writerow([row.get(name, self.restval) for name in self.fieldnames])

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)
