"""Common parts of Java and Kotlin: names that are files, limits of class files, patterns, unions and their members.

Takes and gives nothing itself; the two targets spell.
"""
