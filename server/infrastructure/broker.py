"""Passing news from writing threads to the streams of this process."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import defaultdict, deque
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

EVERYTHING = "*"
"""Topic that stands for all of them: something may have been missed."""


RECENT = 64
"""Number of events kept per topic for those who wait for it."""


class News(asyncio.Event):
    """A waiter's event, set when there is news; the waiter removes the ``topics`` himself."""

    def __init__(self, joined: tuple[str, ...]) -> None:
        super().__init__()
        self.joined, self.topics = joined, set[str]()

    def tell(self, topic: str) -> None:
        """Report news of a topic."""
        self.topics.add(topic)
        self.set()


class Broker:
    """Topics, and the events of those who wait for them. Created and used in one event loop.

    Events written by this process are passed on as they are, so that no one has to read them again.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: defaultdict[str, set[News]] = defaultdict(set)
        self._recent: dict[str, deque[dict[str, Any]]] = {}
        self._count = itertools.count(1)
        self._versions: dict[str, int] = {}

    def tell(self, topics: set[str], news: list[tuple[str, dict[str, Any]]]) -> None:
        """Report news of these topics, with events if at hand. From any thread; does not block."""
        if topics:
            with contextlib.suppress(RuntimeError):  # the loop has ended, so no one is waiting
                self._loop.call_soon_threadsafe(self._wake, topics, news)

    def recent(self, topic: str, last: int) -> list[Any]:
        """Return the events at hand that follow number ``last`` without a gap."""
        events: list[Any] = []
        for event in sorted(self._recent.get(topic, ()), key=itemgetter("number")):
            if event["number"] == last + 1:
                events.append(event)
                last += 1
        return events

    def version(self, topic: str) -> int:
        """Return a number that changes each time the waiters for a topic are told of news."""
        return self._versions[topic]

    def _wake(self, topics: set[str], news: list[tuple[str, dict[str, Any]]]) -> None:
        for topic, event in news:
            if topic in self._waiting:
                self._recent.setdefault(topic, deque(maxlen=RECENT)).append(event)
        affected = list(self._waiting) if EVERYTHING in topics else topics
        for topic in affected:
            if topic in self._waiting:
                self._versions[topic] = next(self._count)
            for waiting in self._waiting.get(topic, ()):
                waiting.tell(topic)

    def join(self, *topics: str) -> News:
        """Return an event that is set on news of these topics; ``leave`` must undo it."""
        news = News(())
        self.widen(news, topics)
        return news

    def widen(self, news: News, topics: Iterable[str]) -> None:
        """Set a waiter's event on news of further topics, too."""
        more = tuple(set(topics) - set(news.joined))
        news.joined += more
        for topic in more:
            self._waiting[topic].add(news)
            self._versions.setdefault(topic, next(self._count))

    def leave(self, news: News) -> None:
        """Stop waiting."""
        for topic in news.joined:
            waiting = self._waiting[topic]
            waiting.discard(news)
            if not waiting:
                del self._waiting[topic]
                self._recent.pop(topic, None)
                self._versions.pop(topic, None)

    @property
    def watchers(self) -> int:
        """Number of waiters."""
        return len(set().union(*self._waiting.values()))
