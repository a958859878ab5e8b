"""How long a test waits for an event. Both limits only end a test that fails: a starved machine needs far less. Other
tests measure speed."""

PATIENCE = 120
"""Seconds for one event."""

WHOLE = 600
"""Seconds for the events of a whole test."""
