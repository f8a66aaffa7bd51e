"""What several systems need: readers of registrations, walks over types, spellings; each module says what it takes."""
