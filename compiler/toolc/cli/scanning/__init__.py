"""Many archives at once, for `toolc scan`: each is examined in a process of its own, which costs itself alone whatever happens.

Takes a list or a folder, gives a line of JSON for each archive, a summary and a page.
"""
