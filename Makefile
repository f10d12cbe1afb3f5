# Each target sets up what it needs, so one command is enough on a fresh machine with Python 3.11 and make.
PYTHON ?= python3
VENV := .venv
BENCH_VENV := .bench-venv
BIN := $(VENV)/bin
# A process for each core; a file's tests stay together.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile

.PHONY: run playground test check bench format clean

# With DISCORD_TOKEN set (in .env or the environment) the bot on Discord, without it the playground in a browser.
run: $(VENV)/ready
	@$(BIN)/python bot.py --or-playground

playground: $(VENV)/ready
	@$(BIN)/python playground.py

test: $(VENV)/ready
	$(PYTEST)

check: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(PYTEST) -q

# Prints figures beside those of a peer measured in the same run; fails where a limit is missed.
bench: $(BENCH_VENV)/ready
	$(BENCH_VENV)/bin/python -m bench

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) $(BENCH_VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/ready: requirements.txt requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

# Peers come with requirements of their own, so they get an environment of their own.
$(BENCH_VENV)/ready: requirements.txt requirements-dev.txt bench/requirements.txt
	$(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt -r bench/requirements.txt
	@touch $@
