"""Who waits for news of what: threads that write tell it, the streams of this process hear it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import defaultdict, deque
from operator import itemgetter
from typing import Any

EVERYTHING = "*"
"""The topic that stands for all of them: something may have been missed."""


RECENT = 64
"""Events of a topic that are kept for those who wait for it."""


class News(asyncio.Event):
    """What somebody waits for: set where there is news, of ``topics`` that he takes out himself."""

    def __init__(self, joined: tuple[str, ...]) -> None:
        super().__init__()
        self.joined, self.topics = joined, set[str]()

    def tell(self, topic: str) -> None:
        """There is news of this."""
        self.topics.add(topic)
        self.set()


class Hub:
    """Topics, and the events of those who wait for them. Made and used in one event loop.

    What this process wrote itself is handed on as it is, so that nobody has to read it again.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: defaultdict[str, set[News]] = defaultdict(set)
        self._recent: dict[str, deque[dict[str, Any]]] = {}
        self._count = itertools.count(1)
        self._told: dict[str, int] = {}

    def tell(self, topics: set[str], news: list[tuple[str, dict[str, Any]]]) -> None:
        """There is news of these topics, some of it at hand. From any thread; it does not wait."""
        if topics:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits there
                self._loop.call_soon_threadsafe(self._wake, topics, news)

    def recent(self, topic: str, last: int) -> list[Any]:
        """The events that follow number ``last`` without a gap, as far as they are at hand."""
        found: list[Any] = []
        for event in sorted(self._recent.get(topic, ()), key=itemgetter("number")):
            if event["number"] == last + 1:
                found.append(event)
                last += 1
        return found

    def told(self, topic: str) -> int:
        """A number that is another one each time those who wait for a topic are told of news."""
        return self._told[topic]

    def _wake(self, topics: set[str], news: list[tuple[str, dict[str, Any]]]) -> None:
        for topic, told in news:
            if topic in self._waiting:
                self._recent.setdefault(topic, deque(maxlen=RECENT)).append(told)
        heard = list(self._waiting) if EVERYTHING in topics else topics
        for topic in heard:
            if topic in self._waiting:
                self._told[topic] = next(self._count)
            for waiting in self._waiting.get(topic, ()):
                waiting.tell(topic)

    def join(self, *topics: str) -> News:
        """What is set whenever there is news of one of these; ``leave`` gives it back."""
        news = News(topics)
        for topic in topics:
            self._waiting[topic].add(news)
            self._told.setdefault(topic, next(self._count))
        return news

    def leave(self, news: News) -> None:
        """Wait no longer."""
        for topic in news.joined:
            waiting = self._waiting[topic]
            waiting.discard(news)
            if not waiting:
                del self._waiting[topic]
                self._recent.pop(topic, None)
                self._told.pop(topic, None)

    @property
    def watchers(self) -> int:
        """How many wait."""
        return len(set().union(*self._waiting.values()))
