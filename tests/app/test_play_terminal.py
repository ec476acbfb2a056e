"""The game in a real terminal: a pseudo-terminal of the standard library."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty")
COMMAND = [sys.executable, "-m", "fourfold", "play", "tic_tac_toe", "--player", "alphabeta:depth=9"]


def heed_interrupts():
    """Let Ctrl-C do its work even if the tests run in the background, where a shell switches it off."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A person at a terminal, who waits for what should appear before typing on."""

    def __init__(self, *arguments, **environment):
        self.screen, worker = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment}
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), worker)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], env=environment, close_fds=True, preexec_fn=heed_interrupts, **streams
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
    terminal.wait_for("there is nothing to take back")
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
