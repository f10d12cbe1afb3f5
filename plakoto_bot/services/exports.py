"""Finished matches as files."""

from plakoto_bot.domain.errors import NothingFinished
from plakoto_bot.domain.place import Place
from plakoto_bot.engine.dice import commitment
from plakoto_bot.export import FORMAT, FORMAT_ANALYSED, Export, ExportedAnalysis, ExportedGame, export_events
from plakoto_bot.services.lookup import finished_match
from plakoto_bot.services.service import Service


class ExportService(Service):
    """Writes out matches of all servers."""

    async def export(self, place: Place, match_id: int | None) -> Export:
        """A finished match with its seed, and its analysis if there is one; without a number the last one here.

        Raises: MatchNotFound, NotFinished, NothingFinished.
        """
        async with self._database.read() as transaction:
            if match_id is None:
                match = await transaction.matches.last_finished_in(place)
                if match is None:
                    raise NothingFinished(place)
            else:
                match = await finished_match(transaction, place.guild_id, match_id)
            games = [
                ExportedGame(
                    number=game.number,
                    outcome=str(game.state.outcome),
                    events=export_events(await transaction.events.of_game(game.id)),
                )
                for game in await transaction.games.of_match(match.id)
            ]
            stored = await transaction.analyses.get(match.id)
        return Export(
            format=FORMAT_ANALYSED if stored else FORMAT,
            match=match.id,
            game=match.terms.kind,
            rules=match.terms.preset,
            length=match.terms.length,
            position=match.terms.position,
            white=str(match.challenger_id),
            black=str(match.opponent_id),
            commitment=commitment(match.seed),
            seed=match.seed.hex(),
            accepted_by=str(match.accepted_by),
            games=tuple(games),
            analysis=ExportedAnalysis.model_validate_json(stored.document) if stored else None,
        )
