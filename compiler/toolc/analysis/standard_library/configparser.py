"""`configparser` of CPython 3.11 for text that a program holds: sections, defaults and basic interpolation."""

from collections.abc import MutableMapping


class Error(Exception): ...


class NoSectionError(Error): ...


class NoOptionError(Error): ...


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
    _interpolates = False

    def __init__(self, defaults=None, *, allow_no_value=False, delimiters=("=", ":"), interpolation=_NOTHING, **_):
        self._defaults = {}
        self._sections = {}
        self._delimiters = delimiters
        if interpolation is None:
            self._interpolates = False
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

    def read_file(self, f, source=None):
        section = key = None
        for line in f:
            text = line.strip()
            if not text or text[0] in "#;":
                continue
            if line[0] in " \t" and key is not None:
                section[key] = f"{section[key]}\n{text}".strip()
            elif text[0] == "[" and "]" in text:
                section, key = self._open(text[1 : text.index("]")]), None
            else:
                places = [text.index(one) for one in self._delimiters if one in text]
                name = text[: min(places)] if places else text
                key = self.optionxform(name.strip())
                section[key] = text[min(places) + 1 :].strip() if places else None

    def _open(self, name):
        return self._defaults if name == "DEFAULT" else self._sections.setdefault(name, {})

    def sections(self):
        return list(self._sections)

    def add_section(self, section):
        self._sections[section] = {}

    def has_section(self, section):
        return section in self._sections

    def _options(self, section):
        if section == "DEFAULT":
            return self._defaults
        if section not in self._sections:
            raise NoSectionError(section)
        return {**self._defaults, **self._sections[section]}

    def options(self, section):
        return [
            *self._sections.get(section, {}),
            *[one for one in self._defaults if one not in self._sections.get(section, {})],
        ]

    def has_option(self, section, option):
        return self.optionxform(option) in self._defaults or self.optionxform(option) in self._sections.get(section, {})

    def get(self, section, option, *, raw=False, vars=None, fallback=_NOTHING):
        options = self._options(section) if fallback is _NOTHING or section in self._sections else self._defaults
        key = self.optionxform(option)
        if key not in options:
            if fallback is _NOTHING:
                raise NoOptionError(option, section)
            return fallback
        value = options[key]
        if self._interpolates and not raw and value is not None and "%" in value:
            return value % options
        return value

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
        return [
            (key, self.get(section, key)) for key in [*self._defaults, *self._options(section)] if key in self._options(section)
        ]

    def set(self, section, option, value=None):
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
    _interpolates = True
