"""The command `bench`: every measurement as it is made, with the ratio to the peer; or what hours of matches hold."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TypeVar

from .. import bench
from ..bench import Measurement, dice, first_answer, scaling, self_play, soak
from ..errors import InputError
from ..players.describe import short
from .output import Show, interruptible

SPEED, SELF_PLAY, FIRST_ANSWER, SCALING, SOAK, DICE = NAMES = (
    "speed", "self-play", "first-answer", "scaling", "soak", "dice"
)  # fmt: skip
WITH_PEERS = SPEED, SELF_PLAY
MINUTES = 60.0
Made = TypeVar("Made")


def run(what: str, peers: bool, minutes: float | None, show: Show) -> int:
    """Return the exit code: 1 if a soak has left anything behind."""
    if what not in NAMES:
        raise InputError(f"no benchmark named {what!r}; choose from {', '.join(NAMES[:-1])} and {NAMES[-1]}")
    if peers and what not in WITH_PEERS:
        raise InputError(f"{what} has no peers to compare with; --peers is for {' and '.join(WITH_PEERS)}")
    if minutes is not None and what != SOAK:
        raise InputError(f"{what} has no --minutes; that is for {SOAK}")
    if what == SOAK:
        return run_soak(MINUTES if minutes is None else minutes, show)
    if what == DICE:
        run_measurements(dice.rows(), show, "paired", "alone")
        return 0
    streams = {
        SPEED: lambda: bench.rows(peers),
        SELF_PLAY: lambda: self_play.rows(peers),
        FIRST_ANSWER: first_answer.rows,
        SCALING: scaling.rows,
    }
    run_measurements(streams[what](), show)
    return 0


def run_measurements(stream: Iterator[Measurement], show: Show, ours: str = "ours", peer_name: str = "peer") -> None:
    rows = []
    show.line(f"{'what':28} {ours:>10} {peer_name:>10} {'ratio':>9}  unit")
    for row in each(stream):
        rows.append(row)
        peer = "" if row.peer is None else figure(row.peer)
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}x"
        show.line(f"{row.name:28} {figure(row.ours):>10} {peer:>10} {ratio:>9}  {row.unit}")
    show.result({"rows": [asdict(row) for row in rows]})


def run_soak(minutes: float, show: Show) -> int:
    samples = []
    for sample in each(soak.soak(minutes)):
        samples.append(sample)
        show.line(
            f"minute {sample.minute:5.1f}  {sample.games:8,} games  {sample.megabytes:7.1f} MB"
            f"  {sample.files} files  {sample.threads} threads  {sample.children} processes"
        )
    before, faults = soak.settled(samples), soak.faults(samples)
    show.line(f"memory {samples[-1].megabytes / before.megabytes - 1.0:+.1%} since minute {before.minute:g}")
    show.result({"rows": [sample._asdict() for sample in samples], "faults": faults})
    return 1 if faults else 0


def each(stream: Iterator[Made]) -> Iterator[Made]:
    """Yield what a stream makes, in a way that Ctrl-C can stop."""
    while (made := interruptible(next, stream, None)) is not None:
        yield made


def figure(value: float) -> str:
    return short(value) if value >= 1000 else f"{value:.3g}"
