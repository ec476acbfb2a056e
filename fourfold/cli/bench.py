"""The command `bench`: every measurement as it is made, with the ratio to the peer."""

from dataclasses import asdict

from .. import bench
from ..players.describe import short
from .output import Show, interruptible


def run(peers: bool, show: Show) -> None:
    rows = []
    stream = bench.rows(peers)
    show.line(f"{'what':24} {'ours':>10} {'peer':>10} {'ratio':>9}  unit")
    while (row := interruptible(next, stream, None)) is not None:
        rows.append(row)
        peer = "" if row.peer is None else figure(row.peer)
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}x"
        show.line(f"{row.name:24} {figure(row.ours):>10} {peer:>10} {ratio:>9}  {row.unit}")
    show.result({"rows": [asdict(row) for row in rows]})


def figure(value: float) -> str:
    return short(value) if value >= 1000 else f"{value:.3g}"
