"""Classes of the JDK for texts of a format. Takes nothing, gives tables."""

TYPES = {"uuid": "UUID", "date": "LocalDate", "date-time": "OffsetDateTime"}

CODECS = {"uuid": "uuid", "date": "date", "date-time": "moment"}
"""Readers of `Codec`."""

PACKAGES = {"UUID": "java.util", "LocalDate": "java.time", "OffsetDateTime": "java.time"}
"""Packages of the classes."""
