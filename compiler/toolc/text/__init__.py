"""Operations on plain text: casing, hidden characters, patterns, suggestions and unique names."""
