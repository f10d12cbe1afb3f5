# Each target sets up what it needs, so one command is enough on a fresh machine with Python 3.11 and make.
PYTHON ?= python3
VENV := .venv
BENCH_VENV := .bench-venv
FUZZ_VENV := .fuzz-venv
AUDIT_VENV := .audit-venv
BIN := $(VENV)/bin
# A process for each core; tests/conftest.py says which test goes to which.
PYTEST := $(BIN)/python -m pytest -n auto

.PHONY: run playground test lint check bench fuzz soak mutants audit train train-check ship bench-ai format clean

# Seconds for each kind of text that make fuzz tries.
FUZZ_SECONDS ?= 60

# With DISCORD_TOKEN set (in .env or the environment) the bot on Discord, without it the playground in a browser.
run: $(VENV)/ready
	@$(BIN)/python bot.py --or-playground

playground: $(VENV)/ready
	@$(BIN)/python playground.py

test: $(VENV)/ready
	$(PYTEST)

lint: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test

# Prints figures beside those of a peer measured in the same run; fails where a limit is missed.
bench: $(BENCH_VENV)/ready
	$(BENCH_VENV)/bin/python -m bench

# Trains the network of a game by self-play, going on from the last checkpoint; `make ship` puts it into the bot.
GAME ?= plakoto
MINUTES ?= 30
train: $(VENV)/ready
	$(BIN)/python -m training.train $(GAME) --minutes $(MINUTES)

ship: $(VENV)/ready
	$(BIN)/python -m training.ship $(GAME)

# The compiled engine against the bot's own on 20,000 random positions a game.
train-check: $(VENV)/ready
	$(BIN)/python -m training.check

# How strong and how fast the bot plays, beside the limits.
bench-ai: $(VENV)/ready
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m bench.analysis
	$(BIN)/python -m bench.thinking
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m training.bench

# What the tests do a little of, at length: the bot killed 200 times, and 1,000 games in which people do things at once.
soak: $(VENV)/ready
	PLAKOTO_KILLS=200 PLAKOTO_SCHEDULES=1000 $(BIN)/python -m pytest -q tests/e2e/test_kill.py tests/e2e/test_races.py

# Twenty times what the tests try, then text that is changed by what it reaches in the code; ends at the first failure.
fuzz: $(FUZZ_VENV)/ready
	$(FUZZ_VENV)/bin/python -m pytest -q --hypothesis-profile=fuzz tests/test_fuzz.py tests/services/test_anything.py
	for target in position dice play export; do \
		$(FUZZ_VENV)/bin/python -m fuzz $$target -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

# Whether the tests notice faults: MUTANTS small changes to the code drawn by SEED, each tried in a copy. Takes hours.
MUTANTS ?= 120
SEED ?= 1
mutants: $(VENV)/ready
	$(BIN)/python -m mutants $(MUTANTS) --seed $(SEED)

# Asks the advisory service of PyPI about the pinned packages, so it needs the internet and is no part of the tests.
audit: $(AUDIT_VENV)/ready
	@$(AUDIT_VENV)/bin/pip-audit --strict --progress-spinner off --requirement requirements.txt; status=$$?; \
	if [ $$status -ne 0 ]; then \
		echo "audit: failed: advisories are listed above, or the service could not be asked about a package (\"not found" >&2; \
		echo "on PyPI\", no connection). Then nothing was checked: run it where https://pypi.org can be reached." >&2; \
	fi; exit $$status

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) $(BENCH_VENV) $(FUZZ_VENV) $(AUDIT_VENV) .fuzz .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/ready: requirements.txt requirements-dev.txt training/requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

# Peers come with requirements of their own, so they get an environment of their own.
$(BENCH_VENV)/ready: requirements.txt requirements-dev.txt training/requirements.txt bench/requirements.txt
	$(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt -r bench/requirements.txt
	@touch $@

# The fuzzer is built for some Pythons only: 3.11 to 3.13.
$(FUZZ_VENV)/ready: requirements.txt requirements-dev.txt training/requirements.txt fuzz/requirements.txt
	$(PYTHON) -m venv $(FUZZ_VENV)
	$(FUZZ_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt -r fuzz/requirements.txt
	@touch $@

$(AUDIT_VENV)/ready: requirements.txt requirements-audit.txt
	$(PYTHON) -m venv $(AUDIT_VENV)
	$(AUDIT_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-audit.txt
	@touch $@
