"""The log: a record is a line that nobody else can write, and it holds no secret."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator

import aiohttp
import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st
from yarl import URL

from plakoto_bot.logs import JsonFormatter, Redactor, TextFormatter, escape, set_up

TOKEN = "MTIz.secret-token.xyz"
FORGED = "\n2026-11-30 00:00:00.000 CRITICAL plakoto_bot: all is lost"
EVIL = f"Eleni{FORGED}\r\x1b[31mred\x1b[0m\u2028\u202egnp\u202c\x85\x00\ud800"


def record(message: str, *args: object, error: BaseException | None = None, **fields: object) -> logging.LogRecord:
    exc_info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("cogs.table", logging.WARNING, "", 0, message, args, exc_info)
    made.created = 1_795_997_045.123
    made.fields = fields
    return made


def raised(text: str) -> ValueError:
    try:
        raise ValueError(text)
    except ValueError as error:
        return error


def test_a_record_is_time_level_logger_message_and_fields() -> None:
    line = TextFormatter(Redactor()).format(record("could not answer %s", 7, game=12, play="24/18 24/23*", dice="51"))
    assert line == (
        '2026-11-30 00:04:05.123 WARNING cogs.table: could not answer 7 game=12 play="24/18 24/23*" dice=51'
    )


def test_a_name_can_neither_forge_a_line_nor_steer_a_terminal() -> None:
    line = TextFormatter(Redactor()).format(record("hello %s", EVIL, name=EVIL))
    assert line.isprintable()
    assert len(line.splitlines()) == 1
    assert r"Eleni\n2026" in line
    line.encode()


def test_nor_can_the_text_of_an_error() -> None:
    text = TextFormatter(Redactor()).format(record("incident 1", error=raised(EVIL)))
    first, *rest = text.split("\n")
    assert first.endswith("incident 1")
    assert rest[0].strip() == "Traceback (most recent call last):"
    assert len(rest) > 2
    assert all(line.startswith("    ") and line.isprintable() for line in rest)
    assert "all is lost" in text


@given(st.text(st.characters(codec=None)))
def test_whatever_is_logged_is_one_line_in_either_form(text: str) -> None:
    # What is printable and no more, whatever it was; ordinary letters stay as they are.
    escaped = escape(text)
    assert len(escaped.splitlines()) <= 1
    made = record("%s", text, typed=text, error=raised(text))
    document = json.loads(JsonFormatter(Redactor()).format(made))
    assert document["message"] == document["typed"] == text
    assert TextFormatter(Redactor()).format(made).split("\n")[1].startswith("    Traceback")


def test_ordinary_letters_of_any_script_stay_as_they_are() -> None:
    assert escape("Ελένη żółć 数 👩 {x}\\") == "Ελένη żółć 数 👩 {x}\\"


def test_json_is_an_object_a_line_with_the_fields_as_they_are() -> None:
    line = JsonFormatter(Redactor()).format(record("turn", error=raised(EVIL), game=12, transaction_ms=3.5))
    assert len(line.splitlines()) == 1
    document = json.loads(line)
    assert document["at"] == "2026-11-30T00:04:05.123+00:00"
    assert (document["level"], document["logger"], document["message"]) == ("WARNING", "cogs.table", "turn")
    assert (document["game"], document["transaction_ms"]) == (12, 3.5)
    assert "ValueError" in document["trouble"]


# --- secrets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [TextFormatter, JsonFormatter])
@pytest.mark.parametrize("token", [TOKEN, 'a"quoted\\token', "tok en/with?signs"])
def test_the_token_is_in_no_message_field_or_traceback(
    form: type[TextFormatter] | type[JsonFormatter], token: str
) -> None:
    formatter = form(Redactor([token]))
    line = formatter.format(record("sent %s", f"Bot {token}", error=raised(f"bad {token}"), header=token))
    assert token not in line
    assert json.dumps(token)[1:-1] not in line
    assert line.count("[secret]") >= 3


def test_errors_of_discord_and_of_the_network_show_no_token() -> None:
    class Response:
        status, reason = 404, f"Not Found {TOKEN}"

    address = f"https://discord.com/api/v10/webhooks/123/{'aW50ZXJhY3Rpb246' * 8}/messages/@original"
    errors = [
        discord.NotFound(Response(), {"code": 10062, "message": f"Unknown {TOKEN}"}),
        aiohttp.InvalidURL(URL(address), TOKEN),
        aiohttp.ClientConnectionError(f"{address} {TOKEN}"),
    ]
    for error in errors:
        line = TextFormatter(Redactor([TOKEN])).format(record("lost: %s", error, error=error))
        assert TOKEN not in line
        assert "aW50ZXJhY3Rpb246" not in line
    assert "webhooks/123/[secret]/messages" in Redactor()(address)


@pytest.mark.parametrize("written", ["{'token': '%s', 'id': 1}", '{"token":"%s","id":1}', r"{\"token\": \"%s\"}"])
def test_the_token_of_a_press_is_hidden_in_what_discord_says_of_it(written: str) -> None:
    hidden = Redactor()(written % "aW50ZXJhY3Rpb246")
    assert hidden == written % "[secret]"


def test_a_word_is_no_secret() -> None:
    assert Redactor(["bot", ""])("the bot runs") == "the bot runs"


# --- set up --------------------------------------------------------------------------------------------------


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    filters = logging.getLogger("discord.client").filters[:]
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.getLogger("discord.client").filters[:] = filters


@pytest.mark.usefixtures("logging_as_before")
@pytest.mark.parametrize("form", ["text", "json"])
def test_the_form_is_chosen_and_a_failed_connection_is_one_line(capsys: pytest.CaptureFixture[str], form: str) -> None:
    set_up("INFO", form, [TOKEN])
    try:
        raise OSError(f"no route to {TOKEN}")
    except OSError:
        logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 1.5)
    logging.getLogger("x").debug("too much")
    (line,) = capsys.readouterr().err.splitlines()
    assert "no route to [secret]" in line
    assert "1.50 seconds" in line
    assert (line[0] == "{") == (form == "json")


@pytest.mark.usefixtures("logging_as_before")
def test_a_fault_in_a_call_of_logging_is_no_fault_of_the_bot(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("INFO", "text", [])
    logging.getLogger("x").info("half a character: %s", "\ud800")
    assert "\\ud800" in capsys.readouterr().err
    assert sys.stderr is not None
