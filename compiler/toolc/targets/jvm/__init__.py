"""What Java and Kotlin share: names that are files, what a class file can hold, patterns, unions and their members.

Takes and gives nothing itself; the two targets spell.
"""
