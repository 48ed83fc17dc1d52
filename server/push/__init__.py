"""Web Push notifications of turns to subscribed browsers, even when no page is open."""
