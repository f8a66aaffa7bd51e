"""Compilation of a project part by part, and rendering of its packages, with what is kept of earlier runs."""
