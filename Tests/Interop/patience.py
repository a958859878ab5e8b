"""How long is waited for what should happen. Both are nets for a test that fails, far above what a starved machine needs:
what is fast is measured elsewhere."""

PATIENCE = 60
"""Seconds for one event."""

WHOLE = 300
"""Seconds for the events of a whole test."""
