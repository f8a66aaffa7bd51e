"""Helpers of several systems: readers of registrations, walks over types, schemas."""
