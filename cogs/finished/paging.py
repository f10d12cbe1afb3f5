"""What stands on the buttons to the pages beside the one that is shown."""

from __future__ import annotations

BACK, NEXT = "◀ Back", "Next ▶"
