"""What people are told, in English or Italian: the catalogue is `it.po`, read as it is written.

Protocols, the challenge, `check`, `analyse` and error lines have one language, whatever the environment says.
"""

from __future__ import annotations

import ast
import gettext
import os
import re
from importlib import resources

LANGUAGES = ("en", "it")
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Of the environment, in the order in which gettext asks them."""
ENTRY = re.compile(r'^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)^msgstr ((?:"(?:[^"\\]|\\.)*"\s*)+)', re.MULTILINE)


class Catalogue(gettext.NullTranslations):
    """The texts of a file in gettext's form; what it lacks stays as it is."""

    def __init__(self, text: str) -> None:
        """Read the file's text."""
        super().__init__()
        self.texts = {ast.literal_eval(f"({a})"): ast.literal_eval(f"({b})") for a, b in ENTRY.findall(text)}

    def gettext(self, message: str) -> str:
        """Give a text in the language of the file."""
        return self.texts.get(message) or message


def wanted(given: str | None) -> str:
    """Give the language of a command line, else that of the environment, if there is one; English otherwise."""
    asked = given or next(filter(None, map(os.environ.get, VARIABLES)), "")
    return next((language for language in LANGUAGES if asked.startswith(language)), LANGUAGES[0])


def catalogue(language: str) -> gettext.NullTranslations:
    """Give the texts of one of `LANGUAGES`."""
    if language == LANGUAGES[0]:
        return gettext.NullTranslations()
    return Catalogue((resources.files("bots.domino") / f"{language}.po").read_text("utf-8"))
