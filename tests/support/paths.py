"""Where tests find what does not stand beside them."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS, EXAMPLES = ROOT / "docs", ROOT / "examples"
GAME_EXAMPLES = sorted(path for path in EXAMPLES.glob("*.py") if "def init_state" in path.read_text())
DATA = Path(os.environ.get("FOURFOLD_DATA") or ROOT.parent / "shared" / "data")
"""Files that do not come with Fourfold; tests that need them are skipped where they are not."""
