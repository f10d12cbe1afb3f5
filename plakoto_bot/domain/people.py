"""People as the bot knows them."""

from dataclasses import dataclass

#: In place of a person whose data is deleted, in what others share.
DELETED_ID = 0
#: Characters of a name that are kept.
LONGEST_STORED = 100


@dataclass(frozen=True, slots=True)
class Person:
    """What somebody is called in a server, and whether they had left it when last looked for."""

    name: str
    gone: bool
