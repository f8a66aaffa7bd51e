"""Caches between runs, in the user's own cache folder: takes and gives plain values, nothing of a project's tree.

Entries are checked before they are used; one that is damaged, foreign or of another version counts as absent.
"""
