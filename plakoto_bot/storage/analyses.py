"""Statements about what was found out about finished matches."""

from dataclasses import asdict, dataclass

from sqlalchemy import select

from plakoto_bot.storage.repository import Repository
from plakoto_bot.storage.tables import analyses


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """The analysis of a finished match as a JSON document of ``plakoto_bot.export``; ``version`` says who judged."""

    version: str
    document: str
    made_at: int


class AnalysisRepository(Repository):
    """Analyses within one transaction."""

    async def get(self, match_id: int) -> StoredAnalysis | None:
        """What was found out about a match."""
        statement = select(analyses.c.version, analyses.c.document, analyses.c.made_at)
        row = await self._one(statement.where(analyses.c.match_id == match_id))
        return StoredAnalysis(**row._asdict()) if row else None

    async def save(self, match_id: int, analysis: StoredAnalysis) -> None:
        """Store what was found out about a match, in place of what was before."""
        await self._upsert(analyses, {"match_id": match_id, **asdict(analysis)})
