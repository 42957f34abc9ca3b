"""`minigpt`: reads the command line, runs one command, turns errors into one line.

What a command does is its own module's; nothing heavy is imported before a command runs, so
that help is instant.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from minigpt.cli import (
    data,
    evaluate,
    faults,
    generate,
    gradients,
    import_model,
    lens,
    probes,
    take_apart,
    tokenize,
    tokenizer,
    trace,
    train,
    verify,
)
from minigpt.cli.output import make_streams_safe
from minigpt.errors import MiniGPTError
from minigpt.readable import readable

_ABOUT = "Look inside a GPT small enough to check every number of: MG-1, or another one (--model)."

_LESSON = """\
what happens to a text:
  1. tokenize   bytes become tokens: frequent neighbours were merged, most frequent first
  2. trace      BOS + tokens go in; each position scores all candidates for the next token
  3. verify     the same numbers, compared with those of the chapter
  4. faults     classic mistakes put in one at a time: which check notices which
  5. gradients  the loss goes backward: what a small change of each number would do to it
  6. train      gradients change the parameters until the targets become likely
  7. generate   one token is chosen from the scores and appended, and again
  8. probes     what of it all was learned by heart, and what was understood
  9. lens       what would be said already after each block
 10. take-apart what is lost without a head, an FFN, a block, or with another record's numbers

start here:
  minigpt tokenize "The key is red."
  minigpt trace "The key is red. Answer: red."
  minigpt verify
  minigpt faults
  minigpt train --out mine && minigpt generate "The key is red. Answer: " --checkpoint mine

The page with all of it to click through: minigpt-explorer
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        0 when all is well, 1 when a verification fails, 2 when the input is wrong.
    """
    make_streams_safe()
    arguments = _parser().parse_args(argv)
    if sys.stdout is None:  # as `minigpt ... >&-` leaves it
        print("minigpt: standard output is closed; there is nowhere to write to.", file=sys.stderr)
        return 2
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (`| head`) has enough. Python flushes once more at exit: let it go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except (MiniGPTError, OSError) as error:
        print(f"minigpt: {_one_line(error)}", file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="minigpt",
        description=_ABOUT,
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    order = (
        tokenize,
        trace,
        gradients,
        train,
        generate,
        probes,
        verify,
        faults,
        tokenizer,
        import_model,
        data,
        evaluate,
        lens,
        take_apart,
    )
    for command in order:
        command.add_to(commands)
    return parser


def _told_by_system(error: Exception) -> str:
    """What the system says of a file, without the number that it has for it."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}."
    return str(error)


def _one_line(error: Exception) -> str:
    message = error.message if isinstance(error, MiniGPTError) else _told_by_system(error)
    record = getattr(error, "record", None)
    place = "" if record is None or "record" in message else f"record {record}: "
    return readable(place + " ".join(message.split()))
