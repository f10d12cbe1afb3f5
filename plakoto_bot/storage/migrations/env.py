"""Run by Alembic: migrate the connection it is handed (see storage/migrate.py)."""

from alembic import context

from plakoto_bot.storage.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
