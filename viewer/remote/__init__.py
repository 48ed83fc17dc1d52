"""Games with people who are far away: a server asked, and believed as far as the rules go."""
