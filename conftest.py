"""For pytest: chapters are tests too (tests/chapters.py says how)."""

pytest_plugins = ["chapters"]
