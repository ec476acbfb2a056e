"""Where tests find what does not stand beside them."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS, EXAMPLES = ROOT / "docs", ROOT / "examples"
GAME_EXAMPLES = sorted(path for path in EXAMPLES.glob("*.py") if "def init_state" in path.read_text())
DICE_RACE, TAKE_AGAIN = (str(Path(__file__).with_name(name)) for name in ("dice_race.py", "take_again.py"))
"""Small games: one with dice, rolling again and points; one in which a side moves again, and no field says so."""
DATA = Path(os.environ.get("FOURFOLD_DATA") or ROOT.parent / "shared" / "data")
"""Files that do not come with Fourfold; tests that need them are skipped where they are not."""
DOTS_AND_BOXES = str(EXAMPLES / "dots_and_boxes.py")
PAWNS = str(ROOT / "tests" / "support" / "pawns.py")
"""A small board game with an option, as a stranger would write it."""
