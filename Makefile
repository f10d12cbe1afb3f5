# Each target sets up what it needs, so one command is enough on a fresh machine with Python 3.11 and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test check bench format clean

# With DISCORD_TOKEN set (in .env or the environment) the bot on Discord, without it the playground in a browser.
run: $(VENV)/dev
	@$(BIN)/python run.py

test: $(VENV)/dev
	$(BIN)/python -m pytest

check: $(VENV)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q

bench: $(VENV)/bench
	$(BIN)/python -m bench

format: $(VENV)/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/dev: requirements.txt requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@
