"""`configparser` of CPython 3.11 for text that a program holds: sections, defaults and basic interpolation."""

from collections.abc import MutableMapping


class Error(Exception):
    def __init__(self, msg=""):
        self.message = msg
        super().__init__(msg)


class NoSectionError(Error):
    def __init__(self, section):
        super().__init__(f"No section: {section!r}")
        self.section = section


class NoOptionError(Error):
    def __init__(self, option, section):
        super().__init__(f"No option {option!r} in section: {section!r}")
        self.option, self.section = option, section


class DuplicateSectionError(Error): ...


class DuplicateOptionError(Error): ...


class ParsingError(Error): ...


class MissingSectionHeaderError(ParsingError): ...


class InterpolationError(Error): ...


class _Interpolation:
    """References to options in values, and in what these stand for too; a sign before each, doubled where it means itself."""

    def fill(self, parser, text, section, options, depth=0):
        if depth > 10:
            raise InterpolationError("nested too deeply")
        parts = []
        while self._sign in text:
            before, _, text = text.partition(self._sign)
            parts.append(before)
            if text.startswith(self._sign):
                parts.append(self._sign)
                text = text[1:]
            elif text.startswith(self._opening) and self._closing in text:
                path, _, text = text[1:].partition(self._closing)
                home, held, name = self._find(parser, path, section, options)
                if parser.optionxform(name) not in held:
                    raise InterpolationError(path)
                value = held[parser.optionxform(name)]
                parts.append(self.fill(parser, value, home, held, depth + 1) if self._sign in value else value)
            else:
                raise InterpolationError(text)
        return "".join(parts) + text


class BasicInterpolation(_Interpolation):
    """`%(option)s`."""

    _sign, _opening, _closing = "%", "(", ")s"

    def _find(self, parser, path, section, options):
        return section, options, path


class ExtendedInterpolation(_Interpolation):
    """`${option}` and `${section:option}`."""

    _sign, _opening, _closing = "$", "{", "}"

    def _find(self, parser, path, section, options):
        home, _, name = path.rpartition(":")
        return home or section, parser._options(home) if home else options, name


_BOOLEANS = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
_NOTHING = object()


class SectionProxy(MutableMapping):
    def __init__(self, parser, name):
        self._parser, self.name = parser, name

    def __getitem__(self, key):
        if not self._parser.has_option(self.name, key):
            raise KeyError(key)
        return self._parser.get(self.name, key)

    def __setitem__(self, key, value):
        self._parser.set(self.name, key, value)

    def __delitem__(self, key):
        del self._parser._sections[self.name][self._parser.optionxform(key)]

    def __iter__(self):
        return iter(self._parser.options(self.name))

    def __len__(self):
        return len(self._parser.options(self.name))

    def __contains__(self, key):
        return self._parser.has_option(self.name, key)

    def get(self, option, fallback=None, **_):
        return self._parser.get(self.name, option, fallback=fallback)

    def getint(self, option, fallback=None, **_):
        return self._parser.getint(self.name, option, fallback=fallback)

    def getfloat(self, option, fallback=None, **_):
        return self._parser.getfloat(self.name, option, fallback=fallback)

    def getboolean(self, option, fallback=None, **_):
        return self._parser.getboolean(self.name, option, fallback=fallback)


class RawConfigParser(MutableMapping):
    _interpolation = None

    def __init__(
        self, defaults=None, *, allow_no_value=False, delimiters=("=", ":"), strict=True, interpolation=_NOTHING, **more
    ):
        if more:
            raise TypeError("not followed")
        self._defaults = {}
        self._sections = {}
        self._delimiters, self._no_value, self._strict = delimiters, allow_no_value, strict
        if interpolation is not _NOTHING:
            self._interpolation = interpolation
        for key, value in (defaults or {}).items():
            self._defaults[self.optionxform(key)] = value

    def optionxform(self, option):
        return option.lower()

    def read_string(self, string, source="<string>"):
        self.read_file(string.splitlines())

    def read_dict(self, dictionary, source="<dict>"):
        for name, options in dictionary.items():
            section = self._open(name)
            for key, value in options.items():
                section[self.optionxform(key)] = None if value is None else str(value)

    def read(self, filenames, encoding=None):
        names = filenames if isinstance(filenames, (list, tuple)) else [filenames]
        found = []
        for name in names:
            try:
                with open(name, encoding=encoding) as file:  # noqa: PTH123
                    self.read_file(file)
            except OSError:
                continue
            found.append(name)
        return found

    def read_file(self, f, source=None):
        section = key = None
        named, lines = [], {}
        for line in f:
            text = line.strip()
            if not text:
                if key is not None and lines.get(key) is not None:
                    lines[key].append("")
            elif text[0] in "#;":
                continue
            elif line[0] in " \t" and key is not None and lines[key] is not None:
                lines[key].append(text)
            elif text[0] == "[" and "]" in text:
                self._join(section, lines)
                name = text[1 : text.rindex("]")]
                if self._strict and name in named:
                    raise DuplicateSectionError(name)
                named.append(name)
                section, key, lines = self._open(name), None, {}
            elif section is None:
                raise MissingSectionHeaderError(text)
            else:
                places = [text.index(one) for one in self._delimiters if one in text]
                if not places and not self._no_value:
                    raise ParsingError(text)
                key = self.optionxform((text[: min(places)] if places else text).rstrip())
                if self._strict and key in lines:
                    raise DuplicateOptionError(key)
                lines[key] = [text[min(places) + 1 :].strip()] if places else None
        self._join(section, lines)

    def _join(self, section, lines):
        for key, parts in lines.items():
            section[key] = None if parts is None else "\n".join(parts).rstrip()

    def write(self, fp, space_around_delimiters=True):
        mark = f" {self._delimiters[0]} " if space_around_delimiters else self._delimiters[0]
        for name, options in [("DEFAULT", self._defaults), *self._sections.items()]:
            if options or name != "DEFAULT":
                fp.write(f"[{name}]\n")
                for key, value in options.items():
                    fp.write(key + ("" if value is None and self._no_value else mark + str(value).replace("\n", "\n\t")) + "\n")
                fp.write("\n")

    def _open(self, name):
        return self._defaults if name == "DEFAULT" else self._sections.setdefault(name, {})

    def sections(self):
        return list(self._sections)

    def add_section(self, section):
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = {}

    def has_section(self, section):
        return section in self._sections

    def remove_section(self, section):
        return self._sections.pop(section, None) is not None

    def remove_option(self, section, option):
        if section not in self._sections:
            raise NoSectionError(section)
        return self._sections[section].pop(self.optionxform(option), _NOTHING) is not _NOTHING

    def _options(self, section):
        if section == "DEFAULT":
            return self._defaults
        if section not in self._sections:
            raise NoSectionError(section)
        return {**self._defaults, **self._sections[section]}

    def options(self, section):
        if section not in self._sections:
            raise NoSectionError(section)
        own = self._sections[section]
        return [*own, *[one for one in self._defaults if one not in own]]

    def has_option(self, section, option):
        if section not in self._sections and section not in ("", None, "DEFAULT"):
            return False
        return self.optionxform(option) in self._defaults or self.optionxform(option) in self._sections.get(section, {})

    def get(self, section, option, *, raw=False, vars=None, fallback=_NOTHING):
        options = self._options(section) if fallback is _NOTHING or section in self._sections else self._defaults
        for name, value in (vars or {}).items():
            options = {**options, self.optionxform(name): str(value)}
        key = self.optionxform(option)
        if key not in options:
            if fallback is _NOTHING:
                raise NoOptionError(option, section)
            return fallback
        value = options[key]
        if self._interpolation is None or raw or value is None:
            return value
        return self._interpolation.fill(self, value, section, options)

    def getint(self, section, option, *, fallback=_NOTHING, **_):
        value = self.get(section, option, fallback=fallback)
        return int(value) if isinstance(value, str) else value

    def getfloat(self, section, option, *, fallback=_NOTHING, **_):
        value = self.get(section, option, fallback=fallback)
        return float(value) if isinstance(value, str) else value

    def getboolean(self, section, option, *, fallback=_NOTHING, **_):
        value = self.get(section, option, fallback=fallback)
        if not isinstance(value, str):
            return value
        if value.lower() not in _BOOLEANS:
            raise ValueError(value)
        return _BOOLEANS[value.lower()]

    def items(self, section=_NOTHING, raw=False, vars=None):
        if section is _NOTHING:
            return [(name, SectionProxy(self, name)) for name in self]
        return [(key, self.get(section, key, raw=raw, vars=vars)) for key in {**self._options(section), **(vars or {})}]

    def set(self, section, option, value=None):
        if section not in self._sections and section != "DEFAULT":
            raise NoSectionError(section)
        self._open(section)[self.optionxform(option)] = value

    def defaults(self):
        return self._defaults

    def __getitem__(self, key):
        if key != "DEFAULT" and key not in self._sections:
            raise KeyError(key)
        return SectionProxy(self, key)

    def __setitem__(self, key, value):
        self._sections[key] = {}
        self.read_dict({key: value})

    def __delitem__(self, key):
        del self._sections[key]

    def __iter__(self):
        return iter(["DEFAULT", *self._sections])

    def __len__(self):
        return len(self._sections) + 1

    def __contains__(self, key):
        return key == "DEFAULT" or key in self._sections


class ConfigParser(RawConfigParser):
    _interpolation = BasicInterpolation()

    def set(self, section, option, value=None):
        if not isinstance(value, str) and not (value is None and self._no_value):
            raise TypeError("option values must be strings")
        super().set(section, option, value)
