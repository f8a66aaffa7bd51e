"""Classes of the program as definitions of a signature: their fields, defaults, configuration, and what makes them doubtful.

Takes classes, gives definitions.
"""
