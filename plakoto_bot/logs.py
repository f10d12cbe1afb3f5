"""What the log looks like: one record a line, whatever anybody is called or types, and no secret in it."""

import json
import logging
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

#: What must not reach a terminal or a line of a log as it is: controls, line ends of all kinds, what turns writing
#: around or is not seen, and halves of characters that no encoding can write.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
#: Tokens with which anybody could answer in the bot's place; they stand in the addresses that errors of Discord name,
#: and in what it says of each press, which is logged for debugging.
_TOKENS = re.compile(r"""((?:webhooks|interactions)/\d+/|\\?["']token\\?["']: ?\\?["'])[\w.~%-]{8,}""")
_HIDDEN = "[secret]"
#: Anything shorter is no secret worth the name, and hiding it would blot out ordinary words.
_SHORTEST_SECRET = 6
#: A value that needs no quotes in ``name=value``.
_PLAIN = re.compile(r"[\w./*:+-]+")


def escape(text: str) -> str:
    """``text`` on one line, with everything that could forge a line or steer a terminal spelled out."""
    return _UNSAFE.sub(lambda sign: repr(sign[0])[1:-1], text)


class Redactor:
    """Hides secrets in text, in every form in which they might be written."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        forms = {form for secret in secrets for form in (secret, quote(secret, safe=""), json.dumps(secret)[1:-1])}
        long_enough = sorted((form for form in forms if len(form) >= _SHORTEST_SECRET), key=len, reverse=True)
        self._secrets = re.compile("|".join(map(re.escape, long_enough))) if long_enough else None

    def __call__(self, text: str) -> str:
        """``text`` without the secrets."""
        if self._secrets is not None:
            text = self._secrets.sub(_HIDDEN, text)
        return _TOKENS.sub(rf"\1{_HIDDEN}", text)


class _Formatter(logging.Formatter):
    """What both forms have in common: time in UTC, and nothing unescaped or secret."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__()
        self._redact = redact

    def _trouble(self, record: logging.LogRecord) -> str:
        """The traceback, if the record has one, and whose stack it is."""
        parts = [self.formatException(record.exc_info)] if record.exc_info else []
        return "\n".join([*parts, *([record.stack_info] if record.stack_info else [])])


class TextFormatter(_Formatter):
    """``2026-11-30 18:04:05.123 INFO cogs.client: logged in``; fields follow as ``name=value``.

    Only the first line of a record begins at the margin, so no traceback can pass for a record either.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One record as text."""
        at = _time(record).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
        fields = "".join(f" {name}={_quoted(value)}" for name, value in _fields(record).items())
        line = f"{at} {record.levelname} {record.name}: {escape(record.getMessage())}{fields}"
        lines = [line, *(f"    {escape(part)}" for part in self._trouble(record).split("\n") if part)]
        return self._redact("\n".join(lines))


class JsonFormatter(_Formatter):
    """One JSON object a line: ``at``, ``level``, ``logger``, ``message``, the fields, and ``trouble``, a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as JSON."""
        head = {"at": _time(record).isoformat(timespec="milliseconds"), "level": record.levelname}
        document: dict[str, Any] = head | {"logger": record.name, "message": record.getMessage()} | _fields(record)
        if trouble := self._trouble(record):
            document["trouble"] = trouble
        return self._redact(json.dumps(document, default=str))


def set_up(level: str, form: str = "text", secrets: Iterable[str] = ()) -> None:
    """Log to standard error from now on: ``form`` is text or json, ``secrets`` are never written."""
    redact = Redactor(secrets)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(redact) if form == "json" else TextFormatter(redact))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # Of migrations only their failing matters.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("discord.client").addFilter(_one_line_a_try)


def _one_line_a_try(record: logging.LogRecord) -> bool:
    """discord.py logs a whole traceback whenever it cannot connect; a line with the reason says as much."""
    if record.exc_info and record.exc_info[1] and str(record.msg).startswith("Attempting a reconnect"):
        reason = record.exc_info[1]
        record.msg = "the connection to Discord failed (%s); the next try is in %.2f seconds"
        record.args = (str(reason) or type(reason).__name__, *(record.args or ()))
        record.exc_info = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def _time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """What was logged with ``extra={"fields": {...}}``."""
    fields: dict[str, Any] = getattr(record, "fields", {})
    return fields


def _quoted(value: object) -> str:
    text = escape(str(value))
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
