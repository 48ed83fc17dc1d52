-- What each version after the first changed in a database file: never to be changed, only added to.
-- Together with version-1.sql it makes a file as the programs of any version left it.

-- version 2
ALTER TABLE users ADD COLUMN vacation_at DOUBLE;
UPDATE users SET vacation_at = created WHERE level IS NULL;
CREATE TABLE settings (name VARCHAR(40) NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name));
UPDATE version SET number = 2;

-- version 3
CREATE TABLE addresses (user_id INTEGER NOT NULL, "key" VARCHAR(200) NOT NULL, address VARCHAR(200)
    NOT NULL, asked DOUBLE, confirmed DOUBLE, refused DOUBLE, PRIMARY KEY (user_id, "key"), FOREIGN
    KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
CREATE INDEX addresses_asked ON addresses (asked);
CREATE INDEX addresses_key ON addresses ("key");
CREATE TABLE mailboxes (user_id INTEGER NOT NULL, wish VARCHAR(10) NOT NULL, digest DOUBLE, PRIMARY
    KEY (user_id), FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
CREATE INDEX ix_mailboxes_digest ON mailboxes (digest);
CREATE TABLE received ("key" VARCHAR(64) NOT NULL, at DOUBLE NOT NULL, done INTEGER NOT NULL,
    answers JSON NOT NULL, finished BOOLEAN NOT NULL, waiting TEXT, PRIMARY KEY ("key"));
CREATE INDEX ix_received_at ON received (at);
CREATE TABLE outbox (id INTEGER NOT NULL, message_id VARCHAR(200) NOT NULL, kind VARCHAR(10) NOT
    NULL, user_id INTEGER, address VARCHAR(200) NOT NULL, board INTEGER, data JSON NOT NULL, raw
    BLOB, at DOUBLE NOT NULL, due DOUBLE, tries INTEGER NOT NULL, sent DOUBLE, failed TEXT, PRIMARY
    KEY (id), UNIQUE (message_id), FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE);
CREATE INDEX ix_outbox_at ON outbox (at);
CREATE INDEX ix_outbox_user_id ON outbox (user_id);
CREATE INDEX ix_outbox_due ON outbox (due);
UPDATE version SET number = 3;

-- version 4
ALTER TABLE users ADD COLUMN skeleton VARCHAR(200);
ALTER TABLE boards ADD COLUMN private BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE boards ADD COLUMN maker VARCHAR(80);
ALTER TABLE seats ADD COLUMN came DOUBLE;
ALTER TABLE jobs ADD COLUMN maker VARCHAR(80);
CREATE INDEX ix_users_skeleton ON users (skeleton);
CREATE INDEX boards_maker ON boards (maker, state);
UPDATE seats SET came = (SELECT created FROM boards WHERE boards.id = seats.board) WHERE user_id IS
    NOT NULL OR level IS NOT NULL OR secret IS NOT NULL;
CREATE TABLE beats (process VARCHAR(80) NOT NULL, at DOUBLE NOT NULL, PRIMARY KEY (process));
CREATE TABLE invitations (hash BLOB NOT NULL, made DOUBLE NOT NULL, expires DOUBLE, uses INTEGER NOT
    NULL, note TEXT NOT NULL, PRIMARY KEY (hash));
CREATE TABLE pushes (id INTEGER NOT NULL, user_id INTEGER, secret BLOB, endpoint TEXT NOT NULL, keys
    JSON NOT NULL, at DOUBLE NOT NULL, PRIMARY KEY (id), FOREIGN KEY(user_id) REFERENCES users (id)
    ON DELETE CASCADE);
CREATE INDEX ix_pushes_secret ON pushes (secret);
CREATE INDEX ix_pushes_user_id ON pushes (user_id);
UPDATE version SET number = 4;

-- version 5
CREATE TABLE puzzle_ratings (user_id INTEGER NOT NULL, game VARCHAR(40) NOT NULL, rating DOUBLE NOT
    NULL, deviation DOUBLE NOT NULL, volatility DOUBLE NOT NULL, solved INTEGER NOT NULL, tried
    INTEGER NOT NULL, at DOUBLE NOT NULL, PRIMARY KEY (user_id, game), FOREIGN KEY(user_id)
    REFERENCES users (id) ON DELETE CASCADE);
CREATE TABLE puzzle_answers (user_id INTEGER NOT NULL, puzzle VARCHAR(60) NOT NULL, hints INTEGER
    NOT NULL, answered DOUBLE, rated DOUBLE, "before" DOUBLE, "after" DOUBLE, PRIMARY KEY (user_id,
    puzzle), FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
CREATE TABLE puzzle_days (user_id INTEGER NOT NULL, day INTEGER NOT NULL, PRIMARY KEY (user_id,
    day), FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
UPDATE version SET number = 5;

-- version 6
CREATE TABLE follows (user_id INTEGER NOT NULL, followed INTEGER NOT NULL, at DOUBLE NOT NULL,
    PRIMARY KEY (user_id, followed), FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    FOREIGN KEY(followed) REFERENCES users (id) ON DELETE CASCADE);
CREATE INDEX ix_follows_followed ON follows (followed);
CREATE INDEX boards_watch ON boards (game, state, private, since);
UPDATE version SET number = 6;

-- version 7
CREATE TABLE lesson_progress (user_id INTEGER NOT NULL, game VARCHAR(40) NOT NULL, lesson
    VARCHAR(80) NOT NULL, done INTEGER NOT NULL, PRIMARY KEY (user_id, game, lesson), FOREIGN
    KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
UPDATE version SET number = 7;

-- version 8
CREATE TABLE seeks (board INTEGER NOT NULL, terms VARCHAR(32) NOT NULL, user_id INTEGER, maker
    VARCHAR(80), low INTEGER, high INTEGER, begins VARCHAR(10) NOT NULL, seen DOUBLE, PRIMARY KEY
    (board), FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE, FOREIGN KEY(user_id)
    REFERENCES users (id) ON DELETE CASCADE);
CREATE INDEX ix_seeks_maker ON seeks (maker);
CREATE INDEX ix_seeks_seen ON seeks (seen);
CREATE INDEX ix_seeks_user_id ON seeks (user_id);
CREATE INDEX seeks_terms ON seeks (terms, board);
CREATE TABLE presence ("key" VARCHAR(80) NOT NULL, user_id INTEGER, seen DOUBLE NOT NULL, PRIMARY
    KEY ("key"), FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
CREATE INDEX ix_presence_user_id ON presence (user_id);
CREATE INDEX presence_seen ON presence (seen);
UPDATE version SET number = 8;

-- version 9
CREATE TABLE operators (user_id INTEGER NOT NULL, since DOUBLE NOT NULL, PRIMARY KEY (user_id),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
CREATE TABLE bans (user_id INTEGER NOT NULL, at DOUBLE NOT NULL, until DOUBLE, reason TEXT NOT NULL,
    PRIMARY KEY (user_id), FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
CREATE TABLE warnings (id INTEGER NOT NULL, user_id INTEGER NOT NULL, text TEXT NOT NULL, at DOUBLE
    NOT NULL, seen DOUBLE, PRIMARY KEY (id), FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE
    CASCADE);
CREATE INDEX warnings_user ON warnings (user_id, seen);
CREATE TABLE reports (id INTEGER NOT NULL, reporter INTEGER, reporter_name VARCHAR(40) NOT NULL,
    user_id INTEGER, name VARCHAR(40) NOT NULL, reason VARCHAR(20) NOT NULL, text TEXT NOT NULL,
    board INTEGER, context JSON NOT NULL, at DOUBLE NOT NULL, open BOOLEAN NOT NULL, closed DOUBLE,
    answer TEXT, PRIMARY KEY (id), FOREIGN KEY(reporter) REFERENCES users (id) ON DELETE SET NULL,
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE SET NULL);
CREATE INDEX ix_reports_reporter ON reports (reporter);
CREATE INDEX ix_reports_user_id ON reports (user_id);
CREATE INDEX reports_open ON reports (open, id);
CREATE TABLE moderation_log (id INTEGER NOT NULL, at DOUBLE NOT NULL, actor VARCHAR(40) NOT NULL,
    action VARCHAR(20) NOT NULL, user_id INTEGER, board INTEGER, subject VARCHAR(40) NOT NULL,
    reason TEXT NOT NULL, PRIMARY KEY (id));
CREATE INDEX moderation_log_user ON moderation_log (user_id, id);
CREATE INDEX moderation_log_board ON moderation_log (board, id);
CREATE TABLE results (board INTEGER NOT NULL, seat INTEGER NOT NULL, user_id INTEGER NOT NULL,
    opponent INTEGER, game VARCHAR(40) NOT NULL, score VARCHAR(5) NOT NULL, private BOOLEAN NOT
    NULL, ended DOUBLE NOT NULL, PRIMARY KEY (board, seat), FOREIGN KEY(board) REFERENCES boards
    (id) ON DELETE CASCADE, FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
INSERT INTO results (board, seat, user_id, opponent, game, score, private, ended) SELECT b.id,
    s.seat, s.user_id, o.user_id, b.game, CASE WHEN b.winner = s.seat THEN 'won' WHEN b.winner IS
    NOT NULL THEN 'lost' WHEN b.result <> '' THEN 'drawn' ELSE 'none' END, b.private,
    COALESCE(b.ended, b.created) FROM boards b JOIN seats s ON s.board = b.id JOIN seats o ON
    o.board = b.id AND o.seat = 1 - s.seat WHERE b.state = 'over' AND b.began IS NOT NULL AND
    s.user_id IS NOT NULL;
CREATE INDEX results_user ON results (user_id, ended, board);
CREATE INDEX results_game ON results (user_id, game, ended, board);
CREATE INDEX results_score ON results (user_id, score, ended, board);
CREATE INDEX results_opponent ON results (user_id, opponent, ended, board);
CREATE INDEX boards_ended ON boards (ended, id);
CREATE INDEX boards_game_ended ON boards (game, ended, id);
UPDATE version SET number = 9;

-- version 10
CREATE TABLE tournaments (id INTEGER NOT NULL, title VARCHAR(80) NOT NULL, game VARCHAR(40) NOT
    NULL, options JSON NOT NULL, kind VARCHAR(20) NOT NULL, state VARCHAR(10) NOT NULL, start DOUBLE
    NOT NULL, increment DOUBLE NOT NULL, most DOUBLE, nag DOUBLE, rated BOOLEAN NOT NULL, wanted
    INTEGER NOT NULL, rounds INTEGER NOT NULL, round INTEGER NOT NULL, "limit" DOUBLE, next DOUBLE,
    starts DOUBLE, size INTEGER, least INTEGER NOT NULL, capacity INTEGER NOT NULL, postponed
    INTEGER NOT NULL, low INTEGER, high INTEGER, private BOOLEAN NOT NULL, secret VARCHAR(40) NOT
    NULL, maker INTEGER, created DOUBLE NOT NULL, began DOUBLE, ended DOUBLE, reason TEXT NOT NULL,
    changes INTEGER NOT NULL, due DOUBLE, PRIMARY KEY (id), FOREIGN KEY(maker) REFERENCES users (id)
    ON DELETE SET NULL);
CREATE INDEX tournaments_state ON tournaments (state, private, id);
CREATE INDEX ix_tournaments_due ON tournaments (due);
CREATE INDEX tournaments_maker ON tournaments (maker, state);
CREATE TABLE tournament_players (tournament INTEGER NOT NULL, user_id INTEGER NOT NULL, at DOUBLE
    NOT NULL, rating DOUBLE NOT NULL, joined INTEGER NOT NULL, "left" INTEGER, absent INTEGER NOT
    NULL, seen DOUBLE, PRIMARY KEY (tournament, user_id), FOREIGN KEY(tournament) REFERENCES
    tournaments (id) ON DELETE CASCADE, FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE
    CASCADE);
CREATE INDEX tournament_players_user ON tournament_players (user_id, tournament);
CREATE TABLE pairings (id INTEGER NOT NULL, tournament INTEGER NOT NULL, round INTEGER NOT NULL,
    first INTEGER NOT NULL, second INTEGER, board INTEGER, points DOUBLE, played BOOLEAN NOT NULL,
    PRIMARY KEY (id), FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE, FOREIGN
    KEY(first) REFERENCES users (id) ON DELETE CASCADE, FOREIGN KEY(second) REFERENCES users (id) ON
    DELETE CASCADE, FOREIGN KEY(board) REFERENCES boards (id) ON DELETE SET NULL);
CREATE UNIQUE INDEX pairings_second ON pairings (tournament, round, second);
CREATE UNIQUE INDEX pairings_first ON pairings (tournament, round, first);
ALTER TABLE boards ADD COLUMN tournament INTEGER REFERENCES tournaments (id) ON DELETE SET NULL;
UPDATE version SET number = 10;

-- version 11
CREATE TABLE analyses (id INTEGER NOT NULL, "key" VARCHAR(80) NOT NULL, board INTEGER, game
    VARCHAR(40), options JSON, moves JSON, expires DOUBLE, maker VARCHAR(80), queued DOUBLE, claimed
    DOUBLE, tries INTEGER NOT NULL, done INTEGER NOT NULL, positions INTEGER NOT NULL, PRIMARY KEY
    (id), UNIQUE ("key"), FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE);
CREATE INDEX ix_analyses_board ON analyses (board);
CREATE INDEX ix_analyses_queued ON analyses (queued);
CREATE INDEX ix_analyses_expires ON analyses (expires);
CREATE TABLE evaluations (analysis INTEGER NOT NULL, ply INTEGER NOT NULL, texts JSON NOT NULL,
    PRIMARY KEY (analysis, ply), FOREIGN KEY(analysis) REFERENCES analyses (id) ON DELETE CASCADE);
UPDATE version SET number = 11;

-- version 12
CREATE TABLE ladder_places (ladder INTEGER NOT NULL, user_id INTEGER NOT NULL, place INTEGER NOT
    NULL, at DOUBLE NOT NULL, active DOUBLE NOT NULL, PRIMARY KEY (ladder, user_id), FOREIGN
    KEY(ladder) REFERENCES tournaments (id) ON DELETE CASCADE, FOREIGN KEY(user_id) REFERENCES users
    (id) ON DELETE CASCADE);
CREATE INDEX ladder_places_active ON ladder_places (ladder, active);
CREATE INDEX ladder_places_user ON ladder_places (user_id);
CREATE INDEX ladder_places_place ON ladder_places (ladder, place);
CREATE TABLE ladder_games (board INTEGER NOT NULL, ladder INTEGER NOT NULL, challenger INTEGER NOT
    NULL, challenged INTEGER NOT NULL, at DOUBLE NOT NULL, PRIMARY KEY (board), FOREIGN KEY(board)
    REFERENCES boards (id) ON DELETE CASCADE, FOREIGN KEY(ladder) REFERENCES tournaments (id) ON
    DELETE CASCADE, FOREIGN KEY(challenger) REFERENCES users (id) ON DELETE CASCADE, FOREIGN
    KEY(challenged) REFERENCES users (id) ON DELETE CASCADE);
CREATE UNIQUE INDEX ladder_games_challenger ON ladder_games (ladder, challenger);
CREATE UNIQUE INDEX ladder_games_challenged ON ladder_games (ladder, challenged);
CREATE TABLE ladder_changes (id INTEGER NOT NULL, ladder INTEGER NOT NULL, at DOUBLE NOT NULL, kind
    VARCHAR(10) NOT NULL, user_id INTEGER NOT NULL, other INTEGER, board INTEGER, "before" INTEGER,
    "after" INTEGER, PRIMARY KEY (id), FOREIGN KEY(ladder) REFERENCES tournaments (id) ON DELETE
    CASCADE, FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, FOREIGN KEY(other)
    REFERENCES users (id) ON DELETE CASCADE, FOREIGN KEY(board) REFERENCES boards (id) ON DELETE SET
    NULL);
CREATE INDEX ladder_changes_ladder ON ladder_changes (ladder, id);
CREATE INDEX ladder_changes_pair ON ladder_changes (ladder, user_id, other, at);
ALTER TABLE tournament_players ADD COLUMN bye INTEGER;
CREATE UNIQUE INDEX tournaments_ladder ON tournaments (game) WHERE kind = 'ladder';
UPDATE version SET number = 12;

-- version 13
-- New hashes of the terms of seeks, nothing else.
UPDATE version SET number = 13;

-- version 14
ALTER TABLE boards ADD COLUMN watch VARCHAR(43);
UPDATE version SET number = 14;

-- version 15
ALTER TABLE sessions ADD COLUMN device VARCHAR(40);
UPDATE version SET number = 15;

-- version 16
-- New names of the lessons that accounts have begun, nothing else.
UPDATE version SET number = 16;

-- version 17
ALTER TABLE limits ADD COLUMN failures INTEGER;
UPDATE version SET number = 17;

-- version 18
CREATE TABLE second_factors (user_id INTEGER NOT NULL, secret VARCHAR(64) NOT NULL, since DOUBLE,
    used INTEGER NOT NULL, PRIMARY KEY (user_id), FOREIGN KEY(user_id) REFERENCES users (id) ON
    DELETE CASCADE);
CREATE TABLE recovery_codes (user_id INTEGER NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (user_id,
    hash), FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE);
UPDATE version SET number = 18;

-- version 19
CREATE INDEX ix_messages_sender ON messages (sender);
UPDATE version SET number = 19;

-- version 20
CREATE TABLE attendance (board INTEGER NOT NULL, seat INTEGER NOT NULL, seen DOUBLE NOT NULL, absent
    BOOLEAN NOT NULL, PRIMARY KEY (board, seat), FOREIGN KEY(board) REFERENCES boards (id) ON DELETE
    CASCADE);
CREATE INDEX attendance_seen ON attendance (absent, seen);
UPDATE version SET number = 20;
