"""Boards of backgammon for tests: by hand, by lot, and as lists of counts."""

from fourfold.games import backgammon
from fourfold.games.interface.find import find_game

GAME = find_game("backgammon")


def side(checkers):
    """Return the counts of a side at places 0 to 25; those that are not named are borne off."""
    counts = [checkers.get(place, 0) for place in range(26)]
    counts[0] = 15 - sum(counts[1:])
    return counts


def position(own, opponent, dice=0, player=1):
    """Return the state of own and opponent, {place: checkers} by each side's own numbers."""
    words = [word for each in (own, opponent) for word in backgammon._words(side(each))]
    return backgammon.State(*words, player, dice)


def random_position(rng):
    """Return a state with a roll that play hardly ever brings: checkers anywhere, some on the bar or off."""
    points = rng.permutation(24) + 1
    split = rng.integers(1, 24)
    own = _scatter(rng, points[:split])
    opponent = _scatter(rng, 25 - points[split:])
    high, low = sorted(rng.integers(1, 7, 2), reverse=True)
    return position(own, opponent, int(10 * high + low), int(rng.choice([1, -1])))


def _scatter(rng, points):
    """Return up to fifteen checkers on some of these points, often all at home, and sometimes on the bar."""
    if rng.random() < 0.3:
        points = [point for point in points if point <= 6] or points
    chosen = rng.choice(points, rng.integers(1, 16))
    checkers = {int(point): int((chosen == point).sum()) for point in set(chosen)}
    if rng.random() < 0.2 and sum(checkers.values()) < 14:
        checkers[25] = int(rng.integers(1, 3))
    return checkers


def sides(state):
    """Return the counts of the first and the second player, as tuples."""
    return tuple(map(tuple, backgammon._sides(state)))
