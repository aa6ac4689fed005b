"""Other people's engines on the same block games, where they are installed: PyPI ``dominoes`` and ``open_spiel``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench.games import rounds_of


def replay_run(records: list[bytes]) -> Callable[[], object]:
    """Replay four-handed block rounds, whose acts and deals are decoded already, to their ends."""
    from domscore import Rules
    from domscore.play.deal import clean_hands
    from domscore.play.quick import short_way
    from domscore.play.table import seated

    table = seated(Rules.named("partners-block/1"), 4, None)
    way = short_way(table)
    assert way is not None
    rounds = []
    for record in records:
        for round_ in rounds_of(record):
            hands = clean_hands(table, round_["deal"])
            assert hands is not None
            rounds.append((hands, round_["acts"]))

    def run() -> None:
        for hands, acts in rounds:
            assert way.through(list(hands), acts, [0, 0]) is not None

    return run


def dominoes_run(records: list[bytes]) -> tuple[Callable[[], object], int] | None:
    """Make every move of four-handed block rounds with ``dominoes.Game.make_move``, and how many moves that is.

    Setting the games up is not part of the run's time: they are prepared once and copied by ``dominoes`` itself.
    """
    try:
        import dominoes
    except ImportError:
        return None
    games = [_dominoes_game(dominoes, round_) for record in records for round_ in rounds_of(record)]
    moves = sum(len(plays) for _, plays in games)

    def run() -> None:
        for make, plays in games:
            game = make()
            for tile, left in plays:
                game.make_move(tile, left)

    return run, moves


def dominoes_setup(records: list[bytes]) -> Callable[[], object] | None:
    """Only the setting up of the same games, to take off."""
    try:
        import dominoes
    except ImportError:
        return None
    games = [_dominoes_game(dominoes, round_) for record in records for round_ in rounds_of(record)]

    def run() -> None:
        for make, _ in games:
            make()

    return run


def _dominoes_game(dominoes: Any, round_: dict[str, Any]) -> tuple[Callable[[], Any], list[tuple[Any, bool]]]:
    def tile(name: str) -> Any:
        first, second = name.split("-")
        return dominoes.Domino(int(first), int(second))

    plays = []
    for act in round_["acts"]:
        words = act.split(" ")
        if "-" in words[1]:
            plays.append((tile(words[1]), len(words) < 3 or words[2] == "L"))
    starter = "ABCD".index(round_["acts"][0][0])
    hands = [[tile(name) for name in round_["deal"][seat]] for seat in "ABCD"]

    def make() -> Any:
        game = dominoes.Game.new(starting_player=starter)
        game.hands = [dominoes.Hand(list(hand)) for hand in hands]
        game.turn = starter
        game.valid_moves = tuple((one, True) for one in hands[starter])
        return game

    first, _ = plays[0]
    plays[0] = (first, True)
    if first.first != int(round_["acts"][0].split(" ")[1].split("-")[0]):
        plays[1:] = [(one, not side) for one, side in plays[1:]]
    return make, plays


def open_spiel_run() -> tuple[Callable[[], object], int] | None:
    """Play two-handed block games at random with ``legal_actions`` and ``apply_action``; how many moves that is."""
    try:
        import open_spiel.python.games  # noqa: F401
        import pyspiel
    except ImportError:
        return None
    from random import Random

    game = pyspiel.load_game("python_block_dominoes")
    random = Random(7)
    starts = []
    moves = 0
    for _ in range(20):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
        start = state.clone()
        line = []
        while not state.is_terminal():
            action = random.choice(state.legal_actions())
            line.append(action)
            state.apply_action(action)
        starts.append((start, line))
        moves += len(line)

    def run() -> None:
        for start, line in starts:
            state = start.clone()
            for action in line:
                state.legal_actions()
                state.apply_action(action)

    return run, moves
