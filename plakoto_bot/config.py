"""Settings, read once in ``bot.py`` from the environment and ``.env``."""

from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, PositiveInt, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from plakoto_bot.domain.limits import DEFAULT_BOT_GAMES
from plakoto_bot.errors import ConfigError


class Settings(BaseSettings):
    """Every setting. ``.env.example`` explains them to whoever hosts the bot."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///data/plakoto.db"
    dev_guild_id: PositiveInt | None = None
    message_content: bool = False
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    health_port: Annotated[int, Field(ge=0, le=65535)] | None = None
    health_host: str = "127.0.0.1"
    discord_api_url: str | None = None
    bot_games: Annotated[int, Field(ge=0)] = DEFAULT_BOT_GAMES
    playground_port: Annotated[int, Field(ge=0, le=65535)] = 8321

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not value.get_secret_value().isprintable():
            raise ValueError("contains a line break or another sign that no token has: copy it again")
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("log_format", mode="before")
    @classmethod
    def _lower_case(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("discord_api_url")
    @classmethod
    def _loopback_only(cls, value: str | None) -> str | None:
        if value is not None:
            parts = urlsplit(value)
            if parts.scheme != "http" or parts.hostname not in ("127.0.0.1", "localhost", "::1"):
                raise ValueError("must be an http:// address on this machine, such as http://127.0.0.1:8000")
        return value


def load_settings() -> Settings:
    """Read the settings; ConfigError names the variable that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        reason = first["msg"].removeprefix("Value error, ")
        raise ConfigError(".".join(map(str, first["loc"])).upper(), reason) from error
    except UnicodeDecodeError as error:
        raise ConfigError(".env", "the file is not UTF-8 text: save it as such") from error
