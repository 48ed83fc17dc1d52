"""The connection to one board: a thread that listens and one that sends. No call blocks.

Events arrive as a stream, and each one only says that the board should be fetched again, so missing
some of them does no harm. A lost connection is re-established after pauses that grow. A move is on
disk before it is sent, and stays there until the server has answered: sending the same move with
the same number repeatedly is safe.
"""

from __future__ import annotations

import contextlib
import queue
import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from boche.engine.atomic_write import FileError
from boche.engine.languages.current import tr
from boche.engine.message import Message, capitalized
from boche.viewer.remote import orders, words
from boche.viewer.remote.client.http import Client
from boche.viewer.remote.errors import (
    InterceptedError,
    RefusedError,
    RemoteError,
    UnbelievableError,
    UnreachableError,
)
from boche.viewer.remote.orders import (
    BoardUpdate,
    ChatUpdate,
    ConnectionState,
    FailedOrder,
    News,
    Order,
    RematchUpdate,
)
from boche.viewer.remote.parsing import (
    OPEN,
    Event,
    RemoteBoard,
    board_of,
    event_of,
    new_board_of,
    talk_of,
)
from boche.viewer.remote.seat_link import Place
from boche.viewer.remote.store import SavedBoard, Unsent

FIRST, LONGEST = 0.5, 60.0  # seconds of the pauses between retries
GROWTH = 1.7
PACE = 0.05  # minimum seconds between two requests for the board, whatever a server sends
CONFLICT = 409  # the order does not fit the state of the game
SIGN_INTERVAL = 6.0  # seconds after which the user's presence at a live game is reported again
NOT_SIGNED_IN = 401  # the session has expired: a move is kept until there is a new one


class Line:
    """The connection to a board. ``known`` is the last valid board, or None.

    ``take`` returns the news since the last call. ``pauses`` are the shortest and longest pause
    between retries, in seconds. Spectators set ``keeps`` to False: nothing is written to disk.
    """

    def __init__(
        self, saved: SavedBoard, credential: str, known: RemoteBoard | None = None,
        pauses: tuple[float, float] = (FIRST, LONGEST), *, keeps: bool = True,
    ) -> None:  # fmt: skip
        self.place = saved.place
        self._saved, self._pauses, self._keeps = saved, pauses, keeps
        self._client = Client(self.place.server, credential)
        self._lock = threading.Lock()
        self._known = known
        self._last_chat, self._chat_loaded = 0, False
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._closed, self._reachable = threading.Event(), threading.Event()
        self._stuck = threading.Event()  # a move is waiting for the network
        self._signs_count = True  # until the server says that signs are of use to nobody
        self._threads = [
            threading.Thread(target=work, name=f"{name} {self.place}", daemon=True)
            for name, work in (("listen to", self._listen), ("send to", self._send))
        ]

    # -- for the session

    @property
    def unsent(self) -> Unsent | None:
        """The move that the server has not acknowledged yet, or None."""
        with self._lock:
            return self._saved.unsent

    @property
    def secret(self) -> str | None:
        """The secret of the user's seat; None if it belongs to an account."""
        return self._saved.secret

    def start(self) -> None:
        """Start listening, and send the move left over from last time, if any."""
        if self._saved.unsent is not None:
            self._orders.put(orders.move(self._saved.unsent.ply, self._saved.unsent.move))
        for thread in self._threads:
            thread.start()

    def take(self) -> list[News]:
        """Return the news since the last call."""
        news = []
        with contextlib.suppress(queue.Empty):
            while True:
                news.append(self._news.get_nowait())
        return news

    def send(self, order: Order) -> str:
        """Queue an order. Return a warning if a move cannot be stored, or an empty string."""
        warning = ""
        if order.persistent:
            warning = self._keep(unsent=Unsent(order.ply, order.name))
        elif self._stuck.is_set():
            self._give_up(order, words.UNSENT(what=order.name))
            return ""
        self._orders.put(order)
        return warning

    def keep_record(self, path: str) -> str:
        """Store the path of the game's file. Return a warning if that fails, or an empty string."""
        return self._keep(record=path)

    def close(self, wait: float = 0.0) -> None:
        """Close the connection; the threads get ``wait`` seconds to end. Stored data stays."""
        self._closed.set()
        self._reachable.set()
        self._orders.put(None)
        self._client.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(wait)

    def _keep(self, **changes: Any) -> str:
        with self._lock:
            for name, value in changes.items():
                setattr(self._saved, name, value)
            try:
                if self._keeps:
                    self._saved.write()
            except FileError as error:
                return tr(
                    "a move that is not sent yet could not be saved, play continues: {error}",
                    error=error,
                )
        return ""

    def _cut_off(self, error: UnreachableError) -> ConnectionState:
        """Return the state without a network; used by both threads, so that a stored move shows."""
        unsent = self.unsent
        if isinstance(error, InterceptedError):  # the user can do something about it
            reason = str(error)
            return ConnectionState(
                words.MOVE_HELD(move=unsent.move, reason=reason)
                if unsent
                else words.NOT_DONE(reason=capitalized(reason))
            )
        return ConnectionState(
            words.MOVE_STORED(move=unsent.move) if unsent else words.NO_NETWORK()
        )

    # -- listening

    def _listen(self) -> None:
        pause = self._pauses[0]
        while not self._closed.is_set():
            self._reachable.clear()
            state = ConnectionState()
            try:
                for _ in self._follow():
                    pause = self._pauses[0]
            except UnreachableError as error:
                state = self._cut_off(error)
            except UnbelievableError as error:
                state = ConnectionState(words.LYING(host=self.place.host, reason=str(error)))
            except RemoteError as error:
                state = ConnectionState(words.NOT_DONE(reason=str(error)))
            if state.message:
                self._news.put(state)
            self._closed.wait(pause * random.uniform(0.8, 1.2))
            pause = min(pause * GROWTH, self._pauses[1])

    def _follow(self) -> Iterator[None]:
        """Fetch the board, and again after every event, until the connection ends."""
        board = self._fetch()
        if board.is_late:  # a game begins when both players are present
            board = self._ask(lambda: self._client.post(f"{self.place.path}/come"))
        if board.own:
            talk = talk_of(self._client.get(f"{self.place.path}/talk"))
            self._report_chat(talk, old=not self._chat_loaded)
            self._chat_loaded = True
        self._news.put(ConnectionState())
        self._reachable.set()  # queued orders may be sent now
        yield
        last = board.events
        for value in self._client.events(f"{self.place.path}/events?after={last}"):
            event = event_of(value)
            if event.number <= last:
                raise UnbelievableError(tr("its events are out of order"))
            last = event.number
            if event.kind == "chat":
                self._report_chat((event,))
            else:
                self._fetch()
            yield
            self._closed.wait(PACE)

    def _report_chat(self, events: tuple[Event, ...], *, old: bool = False) -> None:
        """Report chat messages, each only once."""
        fresh = tuple(event for event in events if event.number > self._last_chat)
        if fresh:
            self._last_chat = max(event.number for event in fresh)
            self._news.put(ChatUpdate(fresh, old))

    def _fetch(self) -> RemoteBoard:
        """Fetch the board and report it."""
        return self._ask(lambda: self._client.get(self.place.path))

    def _ask(self, ask: Callable[[], Any]) -> RemoteBoard:
        """Fetch a board, validate and report it. Return the newest known board."""
        with self._lock:
            before = self._known
        raw = ask()
        board = board_of(raw, self.place.board, before)
        with self._lock:
            known = self._known
            if known is not None and board.events < known.events:
                return known  # the other thread has received a newer board meanwhile
            self._known = board
        if known is None or board.events != known.events:
            self._keep(board=raw)
        self._news.put(BoardUpdate(board, time.perf_counter()))
        return board

    # -- sending

    def _send(self) -> None:
        while not self._closed.is_set():
            try:
                order = self._orders.get(timeout=SIGN_INTERVAL)
            except queue.Empty:
                self._give_sign()
                continue
            if order is None:
                return
            pause = self._pauses[0]
            while not self._closed.is_set() and not self._try_to_send(order):
                # The listening thread retries by itself, and signals the next response.
                self._reachable.wait(pause * random.uniform(0.8, 1.2))
                self._reachable.clear()
                pause = min(pause * GROWTH, self._pauses[1])
            self._stuck.clear()

    def _give_sign(self) -> None:
        """Let the other player of a live game see that the user is at the board."""
        with self._lock:
            board = self._known
        if board is None or not self._signs_count or board.state == OPEN:
            return
        if board.live and board.own:
            with contextlib.suppress(RemoteError):  # the listening thread tells what is wrong
                answer = self._client.post(f"{self.place.path}/here")
                self._signs_count = answer.get("again") is not None

    def _drop_waiting(self) -> None:
        """Drop the orders queued behind a waiting move, since they would be wrong later."""
        self._stuck.set()
        with contextlib.suppress(queue.Empty):
            while (order := self._orders.get_nowait()) is not None:
                self._give_up(order, words.UNSENT(what=order.name))
            self._orders.put(None)

    def _try_to_send(self, order: Order) -> bool:
        """Try to send an order once. Return whether it was delivered or dropped."""
        try:
            if order.path == "rematch":
                self._rematch(order)
            else:
                self._ask(lambda: order.send(self._client, self.place))
        except UnreachableError as error:
            if order.persistent:
                self._news.put(self._cut_off(error))
                self._drop_waiting()
                return False
            self._give_up(order, words.UNSENT(what=order.name))
        except RefusedError as error:
            if order.persistent and error.status == NOT_SIGNED_IN:
                self._news.put(ConnectionState(words.NOT_DONE(reason=str(error))))
                return False
            self._refused(order, error)
        except RemoteError as error:
            message = words.LYING(host=self.place.host, reason=str(error))
            self._news.put(ConnectionState(message))
            return not order.persistent
        else:
            if order.persistent:
                self._keep(unsent=None)
        return True

    def _rematch(self, order: Order) -> None:
        answer = order.send(self._client, self.place)
        number = new_board_of(answer)
        if number == self.place.board:  # the other player is asked
            self._ask(lambda: answer)
            return
        self._news.put(RematchUpdate(Place(self.place.server, number)))

    def _refused(self, order: Order, error: RefusedError) -> None:
        """Drop an order that the server refuses; after a refused move, fetch the board first."""
        if not order.persistent:
            self._give_up(order, words.NOT_DONE(reason=str(error)))
            return
        if error.status == CONFLICT:
            message = words.MOVED_ON(move=order.name)
        else:
            message = words.NOT_TAKEN(move=order.name, reason=str(error))
        self._keep(unsent=None)
        with contextlib.suppress(RemoteError):
            self._fetch()
        self._news.put(FailedOrder(order, message))

    def _give_up(self, order: Order, message: Message) -> None:
        self._news.put(FailedOrder(order, message))
