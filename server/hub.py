"""Who waits for news of what: threads that write tell it, the streams of this process hear it."""

from __future__ import annotations

import asyncio
from collections import defaultdict

EVERYTHING = "*"
"""The topic that stands for all of them: something may have been missed."""


class Hub:
    """Topics, and the events of those who wait for them. Made and used in one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def tell(self, topics: set[str]) -> None:
        """There is news of these topics. From any thread; it does not wait."""
        if topics:
            self._loop.call_soon_threadsafe(self._wake, topics)

    def _wake(self, topics: set[str]) -> None:
        heard = list(self._waiting) if EVERYTHING in topics else topics
        for topic in heard:
            for event in self._waiting.get(topic, ()):
                event.set()

    def join(self, topic: str) -> asyncio.Event:
        """An event that is set whenever there is news; ``leave`` gives it back."""
        event = asyncio.Event()
        self._waiting[topic].add(event)
        return event

    def leave(self, topic: str, event: asyncio.Event) -> None:
        """Wait no longer."""
        waiting = self._waiting[topic]
        waiting.discard(event)
        if not waiting:
            del self._waiting[topic]

    @property
    def watchers(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))
