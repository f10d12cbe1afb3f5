"""Settings: each is read, blank means unset, a wrong one is named and its value stays out of the message."""

from __future__ import annotations

from pathlib import Path

import pytest

from plakoto_bot.config import Settings, load_settings
from plakoto_bot.errors import ConfigError

TOKEN = "MTIz.secret-token.xyz"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start in, and an environment without settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


def test_without_anything_there_is_no_token_and_the_rest_has_defaults() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database_url == "sqlite+aiosqlite:///data/plakoto.db"
    assert settings.dev_guild_id is None
    assert settings.message_content is False
    assert settings.log_level == "INFO"
    assert settings.log_format == "text"
    assert settings.health_port is None
    assert settings.health_host == "127.0.0.1"
    assert settings.discord_api_url is None
    assert settings.bot_games == 20
    assert settings.playground_port == 8321


@pytest.mark.parametrize(
    ("variable", "text", "value"),
    [
        ("DATABASE_URL", "sqlite+aiosqlite:///x.db", "sqlite+aiosqlite:///x.db"),
        ("DEV_GUILD_ID", "123456789012345678", 123456789012345678),
        ("MESSAGE_CONTENT", "true", True),
        ("MESSAGE_CONTENT", "0", False),
        ("LOG_LEVEL", "DEBUG", "DEBUG"),
        ("LOG_FORMAT", "JSON", "json"),
        ("HEALTH_PORT", "8080", 8080),
        ("HEALTH_HOST", "0.0.0.0", "0.0.0.0"),
        ("DISCORD_API_URL", "http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("BOT_GAMES", "0", 0),
        ("PLAYGROUND_PORT", "0", 0),
    ],
)
@pytest.mark.parametrize("place", ["environment", "file"])
def test_each_setting_is_read_from_the_environment_and_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, place: str, variable: str, text: str, value: object
) -> None:
    if place == "file":
        (folder / ".env").write_text(f"# a comment\n{variable}={text}\n", encoding="utf-8")
    else:
        monkeypatch.setenv(variable, text)
    assert getattr(load_settings(), variable.lower()) == value


def test_the_environment_leads_over_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".env").write_text("LOG_LEVEL=DEBUG\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    assert load_settings().log_level == "ERROR"


@pytest.mark.parametrize("variable", [name.upper() for name in Settings.model_fields])
@pytest.mark.parametrize("blank", ["", '""'])
def test_blank_means_unset(folder: Path, variable: str, blank: str) -> None:
    (folder / ".env").write_text(f"{variable}={blank}\n", encoding="utf-8")
    assert load_settings() == Settings(_env_file=None)


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("DEV_GUILD_ID", "my server"),
        ("DEV_GUILD_ID", "-5"),
        ("DEV_GUILD_ID", "0"),
        ("MESSAGE_CONTENT", "perhaps"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("HEALTH_PORT", "70000"),
        ("DISCORD_API_URL", "https://discord.example"),
        ("DISCORD_API_URL", "http://10.0.0.1:80"),
        ("DISCORD_API_URL", "nonsense"),
        ("BOT_GAMES", "-1"),
        ("BOT_GAMES", "many"),
        ("PLAYGROUND_PORT", "70000"),
        ("PLAYGROUND_PORT", "http"),
    ],
)
def test_a_wrong_value_names_its_variable_in_one_line(
    monkeypatch: pytest.MonkeyPatch, variable: str, text: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv(variable, text)
    with pytest.raises(ConfigError) as caught:
        load_settings()
    assert caught.value.variable == variable
    assert variable in str(caught.value)
    assert "\n" not in str(caught.value)
    assert TOKEN not in str(caught.value)


def test_the_token_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    for shown in (str(settings), repr(settings), str(settings.discord_token), settings.model_dump_json()):
        assert TOKEN not in shown


def test_a_file_that_is_not_utf_8_is_a_config_error(folder: Path) -> None:
    (folder / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(ConfigError):
        load_settings()


def test_names_of_other_programs_in_the_file_are_let_be(folder: Path) -> None:
    (folder / ".env").write_text("SOMETHING_ELSE=1\nMESSAGE_CONTENT=yes\n", encoding="utf-8")
    assert load_settings().message_content is True


def test_the_example_file_names_every_setting_and_changes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    example = Path(__file__).parent.parent / ".env.example"
    named = {line.partition("=")[0] for line in example.read_text(encoding="utf-8").splitlines() if line[:1].isalpha()}
    assert named == {name.upper() for name in Settings.model_fields}
    assert Settings(_env_file=example) == Settings(_env_file=None)
