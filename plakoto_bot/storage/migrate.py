"""Alembic, driven from code: no ini file, no command line, the migrations travel with the package."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from plakoto_bot.storage.tables import metadata

_SCRIPTS = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> str | None:
    """Bring the database up to date; returns why that must not be done, None when it is done."""
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    head = script.get_current_head()
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision == head:
        return None
    known = {step.revision for step in script.walk_revisions()}
    if revision is not None and revision not in known:
        return f"it is from a newer version of this bot (revision {revision}, this version knows up to {head})"
    if revision is None:
        found = set(inspect(connection).get_table_names())
        # A file holds one program's tables; a server's database may be shared, as long as no names clash.
        foreign = found if connection.dialect.name == "sqlite" else found & set(metadata.tables)
        if foreign:
            return f"it has tables that this bot did not make ({', '.join(sorted(foreign)[:5])})"
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return None
