"""What to do about what is said of a program that was executed, by code."""

WAYS_OUT = {
    "TC221": "annotate the parameter with the class of the server",
    "TC222": "say which variables with `--env NAME=VALUE`, or under `environment` in the configuration",
    "TC213": "call it with the functions that are to be tools",
    "TC223": "call it with what it is to be given",
    "TC232": "register tools by statements that toolc reads",
    "TC233": "call the method of the server in a statement of its own",
    "TC401": "give one of the two another name",
}
