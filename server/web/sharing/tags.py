"""What a link to a public board says of itself: Open Graph, and a pointer to oEmbed."""

from __future__ import annotations

from urllib.parse import urlencode

from markupsafe import Markup

from boche.engine.languages.current import tr
from boche.engine.languages.formats import paired
from boche.engine.program import PROGRAM
from boche.server.play.actor import Actor
from boche.server.play.match import ACTIVE, Match
from boche.server.thinking.pictures import CARD
from boche.server.web.board_rows import state_of

FRAME = (360, 440)
"""Width and height in pixels of a frame with a board."""
NOBODY = Actor(None)


def title_of(board: Match) -> str:
    """Return a board's title: the game and its players."""
    names = [seat.name if seat.is_taken else tr("open seat") for seat in board.seats]
    return paired(board.game.title, f"{names[0]} \u2013 {names[1]}")


def state_text(board: Match, now: float) -> str:
    """Return how a game stands in a line of plain text, without the time left."""
    if board.row.state == ACTIVE:
        name, number = board.seats[board.row.turn].name, len(board.moves) + 1
        return tr("{name} to move, move {number}", name=name, number=number)
    return state_of(board, NOBODY, now).striptags()


def frame_of(board: Match, address: str, width: int, height: int) -> Markup:
    """Return the HTML by which another site shows a board."""
    return Markup(
        '<iframe src="{}/board/{}/embed" width="{}" height="{}" title="{}" loading="lazy" '
        'style="border:0"></iframe>'
    ).format(address, board.number, width, height, title_of(board))


SHARED = ("link", "picture", "film", "frame")
"""Fields of the panel for sharing a board."""


def shared_by(board: Match, address: str) -> dict[str, str]:
    """Return what the panel for sharing a public board offers, by the name of its field."""
    page = f"{address}/board/{board.number}"
    texts = (page, f"{page}.png", f"{page}.gif", str(frame_of(board, address, *FRAME)))
    return dict(zip(SHARED, texts, strict=True))


def tags_of(board: Match, address: str, now: float) -> Markup:
    """Return a public board's tags for the head of its page; ``address`` is the server's."""
    page = f"{address}/board/{board.number}"
    title, state, ply = title_of(board), state_text(board, now), len(board.moves)
    tags = {
        "og:type": "website",
        "og:site_name": PROGRAM.capitalize(),
        "og:url": page,
        "og:title": title,
        "og:description": state,
        # The number of moves is there so that no site shows the picture of an earlier position.
        "og:image": f"{page}/card.png?ply={ply}",
        "og:image:type": "image/png",
        "og:image:width": str(CARD[0]),
        "og:image:height": str(CARD[1]),
        "og:image:alt": tr("The board after {count} moves", count=ply),
    }
    lines = [Markup('<meta property="{}" content="{}">').format(*each) for each in tags.items()]
    lines.append(Markup('<meta name="twitter:card" content="summary_large_image">'))
    lines.append(Markup('<meta name="description" content="{}">').format(f"{title}. {state}"))
    query = urlencode({"url": page, "format": "json"})
    lines.append(
        Markup(
            '<link rel="alternate" type="application/json+oembed" href="{}/oembed?{}" title="{}">'
        ).format(address, query, title)
    )
    return Markup("\n").join(lines)
