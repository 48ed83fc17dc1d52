"""The commands of the program, in one registry for keys, buttons, help and tooltips.

Each is one datum, defined in one place: name, keys, text, action, condition. Those without an
action are the window's, which has a handler for each.

The arrow keys work on what was used last, the board or the timeline: ``Left@timeline`` is a key for
one of the two, other keys count for both. Keys of a lesson come before all others during a lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from boche.engine.languages.current import tr, tr_later
from boche.engine.message import capitalized
from boche.viewer.session import Session
from boche.viewer.session.rating import still_counts
from boche.viewer.table import actions as act
from boche.viewer.table import conditions as when
from boche.viewer.table import lesson_commands as lesson
from boche.viewer.table import (
    lines,
    marking,
    move_input,
    rating,
    review,
    threats,
    warnings,
    words,
)
from boche.viewer.table import setup_commands as editor
from boche.viewer.table import training_commands as training
from boche.viewer.table.command_keys import OWN, USUAL, keys_of
from boche.viewer.table.context import Action, Assistant, Command, Condition, Context
from boche.viewer.table.keys import BOARD, CHOOSING, EDITING, TIMELINE, is_key, key_name, revision
from boche.viewer.table.playback import STEP
from boche.viewer.table.state import Table

_DEFINED: list[Command] = []


def _define(
    chapter: str,
    name: str,
    keys: str,
    text: str,
    action: Action | None = None,
    condition: Condition | None = None,
    **more: Any,
) -> Command:
    """Define a command in the order of the help. Keys are separated by blanks."""
    bindings = tuple(
        (key, focus) for key, _, focus in (each.partition("@") for each in keys.split())
    )
    command = Command(name, bindings, text, chapter, action, condition, **more)
    _DEFINED.append(command)
    USUAL[name] = command.keys
    return command


def _table(do: Callable[..., object], *values: object) -> Action:
    """Turn a function of the table into the action of a command."""
    return lambda context: do(context.table, *values)


def _assistant(do: Callable[[Assistant], object]) -> Action:
    def run(context: Context) -> None:
        assert context.assistant is not None
        do(context.assistant)

    return run


# fmt: off
_play = partial(_define, tr_later("Play"))
_play("choose_left", "Left@board", tr_later("choose the open cell to the left"),
      _table(move_input.choose_beside, "left"))
_play("choose_right", "Right@board", tr_later("choose the open cell to the right"),
      _table(move_input.choose_beside, "right"))
_play("choose_up", "Up@board", tr_later("choose the open cell above, on the screen"),
      _table(move_input.choose_beside, "up"))
_play("choose_down", "Down@board", tr_later("choose the open cell below, on the screen"),
      _table(move_input.choose_beside, "down"))
_play("next_choice", "Tab ]", tr_later("next rotation"), _table(move_input.turn_by_key, 1))
_play("previous_choice", "Shift+Tab [",
      tr_later("previous rotation"), _table(move_input.turn_by_key, -1))
_play("place", "Enter",
      tr_later("place the piece, or take the next step of a move"), move_input.place)
_play("type_move", "/ :", tr_later("type a move"), _table(act.type_move))
_play("undo", "Ctrl+Z", tr_later("undo"), act.undo, when.can_undo,
      spoils=rating.takes_back,
      also=tr_later("take back, revert, step back"))
_play("redo", "Ctrl+Y Ctrl+Shift+Z", tr_later("redo"), act.redo, when.can_redo)
_play("resign", "R", tr_later("resign (asks first)"), _table(act.resign), when.can_resign,
      also=tr_later("give up, surrender, concede"))
_play("cancel", "Escape", tr_later("cancel, back to the board"), _table(act.cancel))
_play("step_back", "Backspace", tr_later("undo the last step of an unfinished move"),
      _table(move_input.step_back), is_in=when.has_steps)
_play("swap", "S", tr_later("exchange colours, as the second move"), _table(Table.play, "swap"),
      when.can_swap, is_in=when.has_swap, spoils=rating.swaps,
      also=tr_later("swap sides, switch sides, pie rule"))

_look = partial(_define, tr_later("Look"))
_look("fit", "0", tr_later("reset the view"), _table(act.fit))


def _view(name: str, key: str, text: str) -> None:
    _look(name, key, text, _table(act.view_from, name, text))


_view("top", "T", tr_later("from above"))
_view("corner", "1", tr_later("from the first corner (as at the start)"))
_view("corner2", "2", tr_later("from the second corner"))
_view("corner3", "3", tr_later("from the third corner"))
_look("projection", "O", tr_later("perspective or orthographic"), _table(act.projection))
_look("zoom_in", "+ =", tr_later("zoom in"), _table(act.zoom, 1 / act.KEY_ZOOM))
_look("zoom_out", "-", tr_later("zoom out"), _table(act.zoom, act.KEY_ZOOM))
_look("turn_left", "Shift+Left", tr_later("rotate the view to the left"),
      _table(act.turn, act.KEY_TURN, 0.0),
      also=tr_later("turn the board to the left, spin the board"))
_look("turn_right", "Shift+Right", tr_later("rotate the view to the right"),
      _table(act.turn, -act.KEY_TURN, 0.0),
      also=tr_later("turn the board to the right, spin the board"))
_look("turn_up", "Shift+Up", tr_later("look from higher up"), _table(act.turn, 0.0, -act.KEY_TURN))
_look("turn_down", "Shift+Down",
      tr_later("look from lower down"), _table(act.turn, 0.0, act.KEY_TURN))
_look("explode", "X",
      tr_later("levels apart, then side by side, then together; hold: only while the key is down"),
      _table(act.take_apart), held=True,
      also=tr_later("layers, separate the layers, spread the levels, explode"),
      is_in=when.has_explode, missing=words.ONE_LEVEL)
_look("peel", ",",
      tr_later("hide the top level; after the lowest one, all come back"),
      _table(act.peel, 1), is_in=when.has_peel, missing=words.NO_LEVELS,
      also=tr_later("hide a layer, look inside, peel"))
_look("unpeel", ".",
      tr_later("show a hidden level again"), _table(act.peel, -1), is_in=when.has_peel,
      missing=words.NO_LEVELS, also=tr_later("show a layer"))
_look("xray", "Shift+X",
      tr_later("X-ray: follow the band under the pointer below other cubes; again: back"),
      _table(act.see_through), is_in=when.has_peel, missing=words.NO_LEVELS,
      also=tr_later("look through the levels, lower layers, transparent"))

_look("level_up", "Alt+PageUp",
      tr_later("look at a cube one level higher, also inside; arrow keys: those beside it"),
      _table(move_input.change_level, 1), is_in=when.has_peel, missing=words.NO_LEVELS)
_look("level_down", "Alt+PageDown", tr_later("look at a cube one level lower"),
      _table(move_input.change_level, -1), is_in=when.has_peel, missing=words.NO_LEVELS)

_replay = partial(_define, tr_later("Replay"))
_replay("back", "PageUp Ctrl+Left Left@timeline", tr_later("one move back"), _table(act.step, -1),
        when.can_step_back, also=tr_later("step back, previous move, earlier position"))
_replay("forward", "PageDown Ctrl+Right Right@timeline",
        tr_later("one move forward"), _table(act.step, 1),
        when.can_step_on, also=tr_later("step forward, next move, later position"))
_replay("back_ten", "Shift+PageUp",
        tr_later("ten moves back"), _table(act.step, -10), when.can_step_back)
_replay("forward_ten", "Shift+PageDown", tr_later("ten moves forward"), _table(act.step, 10),
        when.can_step_on)
_replay("first", "Home Ctrl+Home",
        tr_later("to the start"), _table(act.to_end, False), when.can_step_back)
_replay("last", "End Ctrl+End", tr_later("to the end"),
        _table(act.to_end, True), when.can_go_to_end)
_replay("previous_variation", "Ctrl+Up Up@timeline", tr_later("previous variation"),
        _table(act.variation, -1))
_replay("next_variation", "Ctrl+Down Down@timeline",
        tr_later("next variation"), _table(act.variation, 1))
_replay("next_mistake", "N", tr_later("next mistake"),
        lambda context: review.to_mistake(context, 1), when.can_see_mistake)
_replay("previous_mistake", "Shift+N", tr_later("previous mistake"),
        lambda context: review.to_mistake(context, -1), when.can_see_mistake)
_replay("show_missed", "Shift+I",
        tr_later("show the missed move as a variation; again: back to the game"),
        review.show_missed, when.can_show_missed)
_replay("play_on", "Space",
        tr_later("replay the moves automatically, or stop"), _table(act.play_on),
        when.can_play_on)
_replay("faster", "Shift+Space", tr_later("replay faster"), _table(act.speed, act.FASTER))
_replay("slower", "Ctrl+Space", tr_later("replay slower"), _table(act.speed, 1 / act.FASTER))
_replay("comment", "K", tr_later("write a comment on this move"), _table(act.comment),
        when.has_record)
_replay("mark", "Ctrl+K", tr_later("mark the chosen place; again: another shape"),
        _table(marking.mark_chosen), when.has_record)
_replay("type_mark", "Alt+K", tr_later("type a mark: an arrow, a letter, a number, a shape"),
        _table(marking.type_mark), when.has_record)
_replay("clear_marks", "Ctrl+Shift+K",
        tr_later("clear the marks of this position"), _table(marking.clear),
        when.has_record)
_replay("promote", "M", tr_later("promote this variation"), _table(act.promote), when.can_promote)
_replay("delete", "Ctrl+Delete", tr_later("delete this move and everything after it (asks first)"),
        _table(act.delete), when.can_delete)
_replay("other_focus", "F6", tr_later("switch the arrow keys between board and timeline"),
        _table(act.other_focus))

_window = partial(_define, tr_later("Game and window"), needs="window")
NEW = _window("new", "Ctrl+N", tr_later("new game"),
      also=tr_later(
            "start over, restart, opponent, play the computer, level, strength, clock"
      ))
NEW_CLOCK = _window("new_clock", "Alt+N", tr_later("new game, at its clock and its handicap"),
      also=tr_later("time control, time handicap, time odds, main time, increment, byo-yomi"))
PLAYERS = _window("players", "Alt+P", tr_later("players: names, people or the computer"),
                  condition=when.has_own_record,
      also=tr_later("seats, opponent, seat the computer, engine, level, who plays"))
REMATCH = _window("rematch", "Ctrl+R", tr_later("rematch, with the other player moving first"),
                  condition=when.can_rematch,
      also=tr_later("play again, swap sides, switch sides"))
OTHER_LEVEL = _window("other_level", "Alt+R",
                      tr_later("play the next level after a win, or the level below after three "
                               "losses in a row"),
                      condition=when.can_change_level,
      also=tr_later("harder, easier, stronger, weaker opponent"))
MOMENTS = _window("moments", "Ctrl+M", tr_later("your moments: the moves that mattered most"),
                  condition=when.can_analyse, spoils=rating.helps)
PLAY_FROM = _window("play_from", "Ctrl+Shift+N",
                    tr_later("play from here against the computer, as a new game"),
                    condition=when.can_play_from)
SETUP = _window("setup", "Ctrl+B",
                tr_later("position editor: set up a position and play from there"),
                condition=when.can_set_up)
OPEN = _window("open", "Ctrl+O", tr_later("open a record"),
      also=tr_later("load a game, open a file"))
TOURNAMENT = _window("tournament", "Ctrl+G", tr_later("tournament: everybody plays everybody"))
LIBRARY = _window("library", "Ctrl+Shift+O",
                  tr_later("library: samples, recent records and your games"))
SAVE = _window("save", "Ctrl+S", tr_later("save"),
      also=tr_later("save the game, keep, store"))
SAVE_AS = _window("save_as", "Ctrl+Shift+S", tr_later("save as"))
PREVIOUS_CHAPTER = _window("previous_chapter", "Ctrl+PageUp",
        tr_later("previous chapter of the file"))
NEXT_CHAPTER = _window("next_chapter", "Ctrl+PageDown", tr_later("next chapter of the file"))
CHAPTERS = _window("chapters", "Ctrl+Shift+C",
                   tr_later("chapters of the file: open, add, rename, delete"),
                   condition=when.has_own_record)
SHARE = _window("share", "Ctrl+E",
                tr_later("share: record, text, pictures, film, page, figure, 3D models"),
                condition=when.has_record,
      also=tr_later("export, print, send"))
SHARE_PAGE = _window("share_page", "Ctrl+Shift+E", tr_later("export the game as a web page"),
                     condition=when.has_record)
WORKS = _window("works", "Alt+E", tr_later("files being made: stop, open, copy the path"))
COPY = _window("copy", "Ctrl+C", tr_later("copy the record"))
PASTE = _window("paste", "Ctrl+V", tr_later("paste a record or moves"))
SCREENSHOT = _window("screenshot", "P", tr_later("save a picture of the table"),
      also=tr_later("screenshot, photograph, image"))
SETTINGS = _window("settings", "Ctrl+,", tr_later("settings"),
        also=tr_later(
              "options, preferences, night, dark, theme, colours, bigger text, "
              "smaller text, font size, mute, sound, volume, language"
        ))
LEFT_PANEL = _window("left_panel", "F2", tr_later("show or hide the left panel"))
RIGHT_PANEL = _window("right_panel", "F3", tr_later("show or hide the right panel"),
                      spoils=rating.uncovers)
TAB_MOVES = _window("tab_moves", "Ctrl+1", tr_later("tab Moves: all moves of the game"))
TAB_ENGINE = _window("tab_engine", "Ctrl+2", tr_later("tab Engine: the computer's best moves"))
TAB_EXPLORER = _window("tab_explorer", "Ctrl+3",
                       tr_later("tab Explorer: opening book, games played"),
                       spoils=rating.explores)
TAB_TREE = _window("tab_tree", "Ctrl+4", tr_later("tab Variations: all lines tried, as a tree"))
FIND_POSITION = _window("find_position", "Ctrl+F", tr_later("all games that reached this position"),
                        condition=when.can_evaluate)
EXPLORER_DOWN = _window("explorer_down", "Alt+Down",
        tr_later("the explorer's next move on the board"),
                        condition=when.can_evaluate)
EXPLORER_UP = _window("explorer_up", "Alt+Up",
                      tr_later("the explorer's previous move on the board"),
                      condition=when.can_evaluate)
EXPLORER_FOLDER = _window("explorer_folder", "Ctrl+Shift+F",
                          tr_later("choose a folder of records to explore"),
                          spoils=rating.explores)
COORDINATES = _window("coordinates", "L", tr_later("show or hide the coordinates"),
      also=tr_later("labels, names of the cells"))
NUMBERS = _window("numbers", "Shift+L", tr_later("show or hide move numbers on the pieces"))
OWN_PAGE = _window("own_page", "Ctrl+Shift+R",
                   tr_later("your progress: rating, openings, mistakes"))
ALL_COMMANDS = _window("commands", "Ctrl+P",
                       tr_later("all commands: find one, see its key, run it"))
HELP = _window("help", "F1 ?", tr_later("rules and keys"),
      also=tr_later("help, manual, how to play, shortcuts"))
THIS_GAME = _window("this_game", "F4", tr_later("this game's rules in short and its options"))
LESSONS = _window("lessons", "Ctrl+L", tr_later("lessons"))
RETRY = _window("retry_mistakes", "Ctrl+Shift+M", tr_later("retry your mistakes in this game"),
                condition=when.can_retry)
PUZZLES = _window("puzzles", "Ctrl+U", tr_later("puzzles"))
TODAYS_PUZZLE = _window("todays_puzzle", "Ctrl+Shift+U", tr_later("today's puzzle"))
FULLSCREEN = _window("fullscreen", "F11", tr_later("full screen"), anywhere=True,
      also=tr_later("maximize, whole screen"))
QUIT = _window("quit", "Ctrl+Q", tr_later("quit"), anywhere=True,
      also=tr_later("exit, close the window, end the program"))

_computer = partial(_define, tr_later("Computer"), needs="assistant")
_computer("hint", "I", tr_later("hint: show a good move; again: show it at once"),
          _assistant(lambda assistant: assistant.hint()), when.can_hint,
          spoils=rating.helps,
      also=tr_later("help me, tip, suggest a move, best move"))
_computer("evaluate", "V", tr_later("evaluation: show who is ahead and how good each move is"),
          _assistant(lambda assistant: assistant.evaluate()), when.can_evaluate,
          spoils=rating.helps)
_computer("analyse", "Ctrl+I", tr_later("analyse the game, or stop"),
          _assistant(lambda assistant: assistant.analyse()), when.can_analyse,
          spoils=rating.helps,
      also=tr_later("graph, review, find mistakes"))
_computer("look_deeper", "Ctrl+Shift+I", tr_later("look deeper at this move"),
          _assistant(lambda assistant: assistant.look_deeper()), when.can_look_deeper,
          spoils=rating.helps)
_LINES = {
    1: tr_later("show the engine's line 1; again: back"),
    2: tr_later("show the engine's line 2; again: back"),
    3: tr_later("show the engine's line 3; again: back"),
    4: tr_later("show the engine's line 4; again: back"),
    5: tr_later("show the engine's line 5; again: back"),
}
for _rank in range(1, 6):
    _define("Computer", f"line_{_rank}", f"Alt+{_rank}",
            _LINES[_rank],
            partial(lines.show_candidate, rank=_rank), partial(lines.no_candidate, _rank))
_define("Computer", "line_back", "Alt+Left", tr_later("one move back in the line that is shown"),
        partial(lines.step_line, by=-1), partial(lines.no_step, -1))
_define("Computer", "line_on", "Alt+Right", tr_later("one move on in the line that is shown"),
        partial(lines.step_line, by=1), partial(lines.no_step, 1), spoils=lines.spoils)
_define("Computer", "keep_line", "Alt+Enter",
        tr_later("keep the line that is shown as a variation, or play the explorer's move"),
        lines.keep_line, lines.no_trial)
_define("Computer", "threats", "Shift+T",
        tr_later("threats: what either side could win or capture at once; again: hide them"),
        threats.switch, when.can_evaluate, is_in=threats.knows_threats,
        spoils=threats.spoils)
_define("Computer", "take_back", "Z",
        tr_later(
            "take back the move that you were warned of, as Enter and Escape do while the computer "
            "waits; the game still counts"
        ),
        _table(warnings.take_back), warnings.no_take_back)
_define("Computer", "go_on", "Shift+Z", tr_later("continue in spite of the warning"),
        _table(warnings.go_on), warnings.no_warning)
_define("Computer", "warnings", "Shift+W",
        tr_later("warn of my bad moves in this game, or no longer"),
        warnings.switch)
_computer("pause", "W", tr_later("pause or resume the computer players and the clocks"),
          _assistant(lambda assistant: assistant.pause()), when.can_pause,
          spoils=rating.resumes)

_computer("let_play", "Alt+W", tr_later("let the computer play from here, also at an earlier move"),
          _assistant(lambda assistant: assistant.let_play()), when.can_let_play,
          spoils=rating.lets_play)

_online = partial(_define, tr_later("Online"))
_online("draw", "Ctrl+D", tr_later("propose a draw"), _table(act.propose_draw), when.can_propose)
_online("accept", "Ctrl+Enter", tr_later("accept a proposal"), _table(act.answer_offer, True),
        when.can_accept)
_online("reject", "Ctrl+Backspace", tr_later("reject a proposal, or withdraw your own"),
        _table(act.answer_offer, False), when.can_reject)
_online("chat", "Ctrl+T", tr_later("write to the other player"), _table(act.chat), when.can_chat)
OWN_GAMES = _online("own_games", "Ctrl+J", tr_later("my games: your games at a server, the nearest "
                    "deadline first"), needs="window")
NEXT_GAME = _online("next_game", "J", tr_later("the next online game where it is your turn"),
                    condition=when.can_go_next, needs="window")

_lesson = partial(_define, tr_later("In a lesson"))
_lesson("lesson_next", "Enter@lesson", tr_later("continue after a right answer"), lesson.go_on,
        lesson.can_go_on)
_lesson("lesson_again", "R@lesson",
        tr_later("restart the exercise"), lesson.again, lesson.can_restart)
_lesson("lesson_show", "I@lesson",
        tr_later("show the solution"), lambda context: show_right(context),
        lesson.can_show)
_lesson("lesson_play", "N@lesson", tr_later("play a first game, once you know the rules"),
        lesson.play_first, lesson.can_play_first)
LESSON_TEXT_BACK = _lesson("lesson_text_back", "PageUp@lesson", tr_later("scroll the text back"),
                           condition=lesson.can_restart)
LESSON_TEXT_ON = _lesson("lesson_text_on", "PageDown@lesson", tr_later("scroll the text on"),
                         condition=lesson.can_restart)
LESSON_LEAVE = _lesson("lesson_leave", "Escape@lesson", tr_later("leave the lesson"),
                       condition=lesson.can_restart)


_training = partial(_define, tr_later("In an exercise"))
_training("training_next", "Enter@training",
          tr_later("continue, or take a wrong move back"), training.go_on,
          training.can_go_on)
_training("training_again", "R@training", tr_later("take the move back, or restart the exercise"),
          training.again, training.can_leave)
_training("training_hint", "I@training",
          tr_later("hint: mark where the move begins; again: show the move"),
          training.hint, training.can_hint)
_training("training_show", "Shift+I@training", tr_later("show the solution"), training.solve,
          training.can_hint)
TRAINING_TEXT_BACK = _training("training_text_back", "Shift+PageUp@training",
                               tr_later("scroll the text back"), condition=training.can_leave)
TRAINING_TEXT_ON = _training("training_text_on", "Shift+PageDown@training",
        tr_later("scroll the text on"),
                             condition=training.can_leave)
TRAINING_LEAVE = _training("training_leave", "Escape@training", tr_later("leave the exercise"),
                           condition=training.can_leave)

_setup = partial(_define, tr_later("Position editor"), condition=editor.is_open)
_setup("setup_tool", "Delete@setup", tr_later("take pieces off, or put them down again"),
       _table(editor.switch_tool))
_setup("setup_turn", "R@setup", tr_later("turn the piece"), _table(editor.turn_piece))
_define("Position editor", "setup_hand", "Space@setup", tr_later("pieces of the other colour"),
        _table(editor.other_hand), editor.has_colours)
_setup("setup_mover", "M@setup",
       tr_later("let the other colour move first"), _table(editor.other_mover))
_setup("setup_previous", "PageUp@setup",
       tr_later("previous setting"), _table(editor.choose_knob, -1))
_setup("setup_next", "PageDown@setup", tr_later("next setting"), _table(editor.choose_knob, 1))
_setup("setup_more", "Shift+PageUp@setup", tr_later("raise or switch the setting"),
       _table(editor.adjust, 1))
_setup("setup_less", "Shift+PageDown@setup", tr_later("lower or switch the setting"),
       _table(editor.adjust, -1))
_setup("setup_clear", "Ctrl+Delete@setup", tr_later("clear the board"), _table(editor.clear))
_setup("setup_start", "Ctrl+Home@setup", tr_later("the usual start"), _table(editor.to_start))
SETUP_DONE = _setup("setup_done", "Ctrl+Enter@setup", tr_later("start a game from this position"))
SETUP_CANCEL = _setup("setup_cancel", "Escape@setup",
                      tr_later("leave the editor without a new game"))

# fmt: on

COMMANDS = tuple(_DEFINED)


def named(name: str) -> Command:
    """Return a command by its name. Raises ``LookupError`` for an unknown one."""
    found = _BY_NAME.get(name)
    if found is None:
        raise LookupError(f"no command {name!r}")
    return found


def command_for(pressed: str, focus: str) -> Command | None:
    """Return the command on a key in a focus, or None."""
    return _BY_KEY.get((pressed, focus))


def keys_now(command: Command, focus: str) -> str:
    """Return the keys of a command as shown, without those that mean another one in a focus."""

    def is_elsewhere(key: str) -> bool:
        places = {one for one in (BOARD, TIMELINE) if _BY_KEY.get((key, one)) is command}
        return bool(places) and focus not in places

    return "  ".join(key_name(key) for key in keys_of(command.name) if not is_elsewhere(key))


def is_used(pressed: str) -> bool:
    """Return whether a key means anything, in whatever focus, or in a text that is typed."""
    return pressed in _USED


def tip_of(
    name: str, texts: Mapping[str, str] = MappingProxyType({}), session: Session | None = None
) -> str:
    """Return the tooltip of a command: its text and its first key.

    ``texts`` are the current game's own texts for some commands. If its help would end that a
    ``session`` counts for the rating, it says so.
    """
    text, pressed = texts.get(name, named(name).text), keys_of(name)
    text = capitalized(tr(text))
    text = f"{text}  ({key_name(pressed[0])})" if pressed else text
    costs = session is not None and named(name).spoils is rating.helps and still_counts(session)
    return f"{text}. {tr(rating.NO_LONGER_RATED)}." if costs else text


def places() -> Iterator[tuple[tuple[str, str], Command]]:
    """Yield every (key, focus) with its command."""
    yield from _places(OWN)


def _places(own: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[tuple[str, str], Command]]:
    """Yield every (key, focus) with its command, where some commands have other keys."""
    for command in COMMANDS:
        usual, keys = command.bindings, own.get(command.name)
        for key, focus in usual if not keys else [(key, usual[0][1]) for key in keys]:
            for one in (focus,) if focus else (BOARD, TIMELINE):
                yield (key, one), command


def key_clash(name: str, pressed: str) -> str:
    """Return in one line why a command cannot have a key, or an empty text."""
    if not is_key(pressed):
        return tr("{key!r} is not a key for a command; write one such as {example}",
                  key=pressed[:40], example="Ctrl+H")  # fmt: skip
    own = {**OWN, name: (pressed,)}
    wanted = {place for place, command in _places(own) if command.name == name}
    for place, command in _places(own):
        if place in wanted and command.name != name:
            return tr("{key} is the key of another command: {command}", key=key_name(pressed),
                      command=tr(command.text))  # fmt: skip
    return ""


def use_own_keys(own: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Give commands the user's own keys in place of their usual ones.

    Return a line for each name and key that cannot be used; that command keeps its usual keys.
    """
    lines, good = [], {}
    for name, keys in own.items():
        wrong = next((key for key in keys if not is_key(key)), None)
        if name not in _BY_NAME:
            lines.append(tr("keys: there is no command {name!r}", name=name[:40]))
        elif wrong is not None:
            lines.append(tr("keys: {name}: {key!r} is not a key; write one such as {example}",
                            name=name, key=wrong[:40], example="Ctrl+H"))  # fmt: skip
        else:
            good[name] = keys
    while (clash := _first_clash(good)) is not None:
        key, name, other = clash
        lines.append(tr("keys: {name}: {key} is the key of {other}; the usual keys are used",
                        name=name, key=key, other=other))  # fmt: skip
        del good[name]
    OWN.clear()
    OWN.update(good)
    revision[0] += 1
    _find_keys()
    return lines


def _first_clash(own: Mapping[str, tuple[str, ...]]) -> tuple[str, str, str] | None:
    """Return a key that two commands would have, the one to give way, and the other one."""
    seen: dict[tuple[str, str], str] = {}
    for place, command in _places(own):
        other = seen.setdefault(place, command.name)
        if other != command.name:
            both = [name for name in own if name in (command.name, other)]
            late = both[-1]  # of two own keys the one given later gives way
            return place[0], late, other if late == command.name else command.name
    return None


def _find_keys() -> None:
    """Find which command each key is for."""
    _BY_KEY.clear()
    _BY_KEY.update(places())
    _USED.clear()
    _USED.update({key for key, _ in _BY_KEY}, CHOOSING, EDITING)
    _USED.update(f"Shift+{letter}" for letter in CHOOSING)


def refused(context: Context) -> frozenset[str]:
    """Return the names of the commands that cannot be done now because of their condition."""
    found: set[str] = set()
    for condition, names in _CONDITIONAL.items():
        if condition(context):
            found.update(names)
    return frozenset(found)


def do(context: Context, command: Command) -> bool:
    """Execute a command, or report in the status why it cannot be done.

    Return False if the part of the context that it needs is missing.
    """
    table, why = context.table, command.refused(context)
    if why:
        table.say(why, tone=when.tone_of(context, why))
        return command.has_room(context)
    table.attempt(lambda: rating.ask_first(table, command.spoils(context),
                                           lambda: command.run(context)))  # fmt: skip
    if table.lesson is not None:
        table.lesson.did(command.name)
        table.follow(STEP)
    return True


def show_right(context: Context) -> None:
    """Do what the lesson asks for. Raises ``BocheError``."""
    lesson_there = context.table.lesson
    if lesson_there is not None and lesson_there.state.command:
        lesson_there.note_help()
        do(context, named(lesson_there.state.command))
    else:
        lesson.play_right(context)


_BY_KEY: dict[tuple[str, str], Command] = {}
_USED: set[str] = set()
_find_keys()
_BY_NAME = {command.name: command for command in COMMANDS}
_CONDITIONAL = {
    condition: {command.name for command in COMMANDS if command.condition is condition}
    for condition in dict.fromkeys(command.condition for command in COMMANDS)
    if condition is not None
}
"""The names of the commands by their condition, so that each condition is evaluated only once."""
