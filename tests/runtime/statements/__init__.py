"""What the documents of the five tool systems say, statement by statement, and the tests that show it.

Each module here is one document, read line by line: `STATEMENTS` has a number (section and statement), the statement in our own
words, and the names of tests; a test of another module than those in `MODULES` is written `module:test`.
"""

Statements = dict[str, tuple[str, str]]
