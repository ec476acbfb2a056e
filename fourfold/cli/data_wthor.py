"""The command `data wthor`: what a folder of WThor files contains."""

import time

from ..data.othello import expert_moves, splits
from ..players.describe import plural
from .output import Show

SHOWN = 20
"""How many faults are printed; JSON has all."""


def run(folder: str | None, show: Show) -> None:
    path = expert_moves.find_folder(folder)
    begun = time.perf_counter()
    archive = expert_moves.read_folder(path)
    seconds = time.perf_counter() - begun
    sizes = {name: splits.paper_set(archive.moves, name).size for name in splits.NAMES}
    years = f"{archive.years.min()} to {archive.years.max()}"
    show.line(f"{path}: {plural(archive.games, 'legal game')} of {years}, {archive.unfinished:,} of them unfinished")
    show.line(
        f"read and replayed in {seconds:.1f} s: {sizes['original'] / seconds / 1e6:.1f} million positions a second"
    )
    show.line(f"triples of board, side and move: {sizes['original']:,}")
    show.line(f"  different ones: {sizes['unique']:,}; {sizes['original'] - sizes['unique']:,} are duplicates")
    show.line(f"  different ones with all their symmetric images: {sizes['unique-s']:,}")
    if archive.wrong_scores:
        show.line(f"games whose score is not that of their last position: {archive.wrong_scores:,}")
    show.line(f"left out: {len(archive.faults):,}")
    for fault in archive.faults[:SHOWN]:
        show.line(fault)
    if len(archive.faults) > SHOWN:
        show.line(f"... and {len(archive.faults) - SHOWN:,} more: --json lists all")
    show.result(
        {
            "folder": str(path),
            "games": archive.games,
            "unfinished": archive.unfinished,
            "wrong_scores": archive.wrong_scores,
            "triples": sizes["original"],
            "unique": sizes["unique"],
            "symmetric": sizes["unique-s"],
            "faults": archive.faults,
            "seconds": round(seconds, 3),
        }
    )
