"""The game in a real terminal: a pseudo-terminal of the standard library."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty")
FOURFOLD = [sys.executable, "-m", "fourfold"]
COMMAND = [*FOURFOLD, "play", "tic_tac_toe", "--player", "alphabeta:depth=9"]


def heed_interrupts():
    """Let Ctrl-C do its work even if the tests run in the background, where a shell switches it off."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A person at a terminal, who waits for what should appear before typing on."""

    def __init__(self, *arguments, command=COMMAND, **environment):
        self.screen, worker = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment}
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), worker)
        self.process = subprocess.Popen(
            [*command, *arguments], env=environment, close_fds=True, preexec_fn=heed_interrupts, **streams
        )
        os.close(worker)
        self.seen = ""

    def wait_for(self, text):
        """Return what appeared up to and with text."""
        deadline = time.monotonic() + 60
        while text not in self.seen:
            ready, _, _ = select.select([self.screen], [], [], max(deadline - time.monotonic(), 0))
            assert ready, f"waited in vain for {text!r}: {self.seen}"
            try:
                self.seen += os.read(self.screen, 4096).decode()
            except OSError:
                pytest.fail(f"ended without {text!r}: {self.seen}")
        found, _, self.seen = self.seen.partition(text)
        return found + text

    def type(self, text):
        os.write(self.screen, text.encode())

    def exit_code(self):
        code = self.process.wait(60)
        os.close(self.screen)
        return code


def test_a_coloured_game_with_a_move_taken_back():
    terminal = Terminal("--position", "0 4 1 8", "--second")
    terminal.wait_for("I win.")
    terminal.wait_for("Enter to end> ")
    terminal.type("undo\n")
    terminal.wait_for("there is no move to undo")
    terminal.wait_for("Enter to end> ")
    terminal.type("\n")
    assert terminal.exit_code() == 0


def test_undo_after_the_end():
    terminal = Terminal("--position", "0 4 1 8")
    assert "\x1b[" in terminal.wait_for("your move> ")
    terminal.type("2\n")
    assert "✕" in terminal.wait_for("You win, well played.")
    terminal.wait_for("Enter to end> ")
    terminal.type("undo\n")
    terminal.wait_for("your move> ")
    terminal.type("quit\n")
    assert terminal.exit_code() == 0


def test_no_colour_is_respected():
    terminal = Terminal("--position", "0 4 1 8", NO_COLOR="1")
    shown = terminal.wait_for("your move> ")
    assert "38;2" not in shown
    assert "x  x  2" in shown
    terminal.type("\x04")
    assert terminal.exit_code() == 0


def test_control_c():
    terminal = Terminal()
    terminal.wait_for("your move> ")
    time.sleep(0.5)  # the prompt stands before readline listens, and a signal in between is heeded at the next key only
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("interrupted")
    assert terminal.exit_code() == 130


def test_what_a_player_thinks_is_shown_while_it_thinks():
    terminal = Terminal("analyse", "othello", "f5", "--player", "alphabeta:seconds=1,eval=nhb", command=FOURFOLD)
    terminal.wait_for("thinking: depth ")
    assert "a second" in terminal.wait_for("; ")
    terminal.wait_for("values are for the side to move")
    assert terminal.exit_code() == 0
    terminal = Terminal("play", "othello", "--second", "--player", "mcts:seconds=1", command=FOURFOLD)
    terminal.wait_for("thinking: depth ")
    terminal.wait_for("your move> ")
    terminal.type("quit\n")
    assert terminal.exit_code() == 0


def test_a_training_draws_its_curve(tmp_path):
    small = ("--matches", "300", "--nodes", "30", "--recipe", "paper", "--nets", "1")
    terminal = Terminal("train", "nhb", "tic_tac_toe", *small, "--out", str(tmp_path / "run"), command=FOURFOLD)
    terminal.wait_for("against untrained ones")
    terminal.wait_for("score against a net that only counts pieces")
    assert "●" in terminal.wait_for("300 matches of tic_tac_toe")
    terminal.wait_for("measure it:")
    assert terminal.exit_code() == 0
    terminal = Terminal("runs", "list", str(tmp_path), command=FOURFOLD)
    terminal.wait_for("finished")
    assert terminal.exit_code() == 0
