"""The command line that is run: whoever starts a command says its words here, whoever keeps what it said asks for them."""

given: list[str] = []
