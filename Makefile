.PHONY: play test check record bench clean

# The main job: a fight on the rooftops. The first acts are read from a file, then it is your turn.
play:
	@scripts/setup
	@.venv/bin/referee play examples/rooftop.toml --script examples/rooftop.acts --seed 51

test:
	@scripts/setup dev
	@scripts/check
	.venv/bin/pytest -n 2 --cov --cov-report=term:skip-covered

check:
	@scripts/setup dev
	@scripts/check

# Golden playthroughs and clause proofs, written anew. Read the difference before you commit it.
record:
	@scripts/setup dev
	@RECORD=1 .venv/bin/pytest -q tests/playthroughs tests/systems/test_proofs.py tests/formats/test_act_list.py tests/formats/test_two_books.py

bench:
	@scripts/setup dev
	@.venv/bin/python benchmarks/odds.py
	@.venv/bin/python benchmarks/iconica.py

clean:
	rm -rf .venv .venv-tools .mypy_cache .ruff_cache .pytest_cache .hypothesis
