"""What toolc keeps between runs, in the user's own cache folder: takes and gives plain values, nothing of a project's tree.

Whatever is found there is checked before it is believed; what is damaged, foreign or of another version counts as absent.
"""
