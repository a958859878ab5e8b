"""How long a test waits for an event. Both limits only end a test that fails: a starved machine needs far less. Other
tests measure speed."""

PATIENCE = 60
"""Seconds for one event."""

WHOLE = 300
"""Seconds for the events of a whole test."""
