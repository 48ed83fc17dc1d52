BEGIN TRANSACTION;
CREATE TABLE blocks (
	user_id INTEGER NOT NULL, 
	blocked INTEGER NOT NULL, 
	PRIMARY KEY (user_id, blocked), 
	FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	FOREIGN KEY(blocked) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE boards (
	id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	created DOUBLE NOT NULL, 
	began DOUBLE, 
	ended DOUBLE, 
	start DOUBLE, 
	increment DOUBLE NOT NULL, 
	most DOUBLE, 
	nag DOUBLE, 
	ply INTEGER NOT NULL, 
	turn INTEGER, 
	since DOUBLE, 
	deadline DOUBLE, 
	nagged BOOLEAN NOT NULL, 
	offer VARCHAR(10), 
	offerer INTEGER, 
	winner INTEGER, 
	kind VARCHAR(40), 
	reason TEXT, 
	result VARCHAR(60), 
	events INTEGER NOT NULL, 
	"before" INTEGER, 
	"after" INTEGER, 
	PRIMARY KEY (id)
);
INSERT INTO "boards" VALUES(1,'boche','{"size": 4, "kill": 0, "fill_board": false, "adjacent": false, "immediate_win": false, "join_any": false}','active',1,1800000000.0,1800000000.0,NULL,1814400.0,1814400.0,1814400.0,604800.0,2,0,1800000060.0,1801814460.0,0,NULL,NULL,NULL,NULL,NULL,NULL,4,NULL,NULL);
INSERT INTO "boards" VALUES(2,'octi','{"bases": 3, "wrap": false}','active',1,1800000060.0,1800000060.0,NULL,1814400.0,1814400.0,1814400.0,604800.0,0,0,1800000060.0,1801814460.0,0,NULL,NULL,NULL,NULL,NULL,NULL,2,NULL,NULL);
CREATE TABLE events (
	board INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	seat INTEGER, 
	private BOOLEAN NOT NULL, 
	data JSON NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (board, number), 
	FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES(1,1,'made',NULL,0,'{"game": "boche"}',1800000000.0);
INSERT INTO "events" VALUES(1,2,'begin',NULL,0,'{"names": ["ann", "bob"], "turn": 0, "deadline": 1801814400.0}',1800000000.0);
INSERT INTO "events" VALUES(1,3,'move',0,0,'{"ply": 1, "text": "c:a1", "turn": 1, "deadline": 1801814460.0, "saved": 1814400.0}',1800000060.0);
INSERT INTO "events" VALUES(1,4,'move',1,0,'{"ply": 2, "text": "swap", "turn": 0, "deadline": 1801814460.0, "saved": 1814400.0}',1800000060.0);
INSERT INTO "events" VALUES(2,1,'made',NULL,0,'{"game": "octi"}',1800000060.0);
INSERT INTO "events" VALUES(2,2,'begin',NULL,0,'{"names": ["bob", "ann"], "turn": 0, "deadline": 1801814460.0}',1800000060.0);
CREATE TABLE jobs (
	board INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	level INTEGER NOT NULL, 
	queued DOUBLE NOT NULL, 
	claimed DOUBLE, 
	PRIMARY KEY (board), 
	FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE
);
CREATE TABLE limits (
	"key" VARCHAR(200) NOT NULL, 
	paid DOUBLE NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "limits" VALUES('commands 37fcff24bf62035b2b08020afc08b4fe',1.80000006024999976159e+09);
CREATE TABLE messages (
	id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	sender INTEGER, 
	sender_name VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	read BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	FOREIGN KEY(sender) REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO "messages" VALUES(1,10,9,'ann','Good evening',1800000060.0,0);
CREATE TABLE moves (
	board INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	text VARCHAR(400) NOT NULL, 
	seat INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (board, ply), 
	FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES(1,1,'c:a1',0,1800000060.0);
INSERT INTO "moves" VALUES(1,2,'swap',1,1800000060.0);
CREATE TABLE plans (
	id INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	base INTEGER NOT NULL, 
	path JSON, 
	move VARCHAR(400) NOT NULL, 
	due INTEGER, 
	PRIMARY KEY (id), 
	FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE
);
CREATE TABLE rating_changes (
	board INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (board, seat), 
	FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE, 
	FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE ratings (
	user_id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	drawn INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (user_id, game), 
	FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE seats (
	board INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id INTEGER, 
	name VARCHAR(40) NOT NULL, 
	level INTEGER, 
	secret BLOB, 
	bank DOUBLE, 
	muted BOOLEAN NOT NULL, 
	notes TEXT NOT NULL, 
	submitted VARCHAR(400), 
	submitted_ply INTEGER, 
	state VARCHAR(10) NOT NULL, 
	to_move BOOLEAN NOT NULL, 
	PRIMARY KEY (board, seat), 
	FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE, 
	FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO "seats" VALUES(1,0,9,'ann',NULL,NULL,1814400.0,0,'',NULL,NULL,'active',1);
INSERT INTO "seats" VALUES(1,1,10,'bob',NULL,NULL,1814400.0,0,'',NULL,NULL,'active',0);
INSERT INTO "seats" VALUES(2,0,10,'bob',NULL,NULL,1814400.0,0,'',NULL,NULL,'active',1);
INSERT INTO "seats" VALUES(2,1,9,'ann',NULL,NULL,1814400.0,0,'',NULL,NULL,'active',0);
CREATE TABLE sessions (
	hash BLOB NOT NULL, 
	user_id INTEGER NOT NULL, 
	created DOUBLE NOT NULL, 
	expires DOUBLE NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE settings (
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE users (
	id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	"key" VARCHAR(40) NOT NULL, 
	password VARCHAR(200), 
	mail TEXT, 
	created DOUBLE NOT NULL, 
	vacation DOUBLE NOT NULL, 
	vacation_at DOUBLE, 
	away_until DOUBLE, 
	settings JSON NOT NULL, 
	level INTEGER, 
	deleted DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
INSERT INTO "users" VALUES(1,'level-1','level-1',NULL,NULL,1800000000.0,0.0,NULL,NULL,'{}',1,NULL);
INSERT INTO "users" VALUES(2,'level-2','level-2',NULL,NULL,1800000000.0,0.0,NULL,NULL,'{}',2,NULL);
INSERT INTO "users" VALUES(3,'level-3','level-3',NULL,NULL,1800000000.0,0.0,NULL,NULL,'{}',3,NULL);
INSERT INTO "users" VALUES(4,'level-4','level-4',NULL,NULL,1800000000.0,0.0,NULL,NULL,'{}',4,NULL);
INSERT INTO "users" VALUES(5,'level-5','level-5',NULL,NULL,1800000000.0,0.0,NULL,NULL,'{}',5,NULL);
INSERT INTO "users" VALUES(6,'level-6','level-6',NULL,NULL,1800000000.0,0.0,NULL,NULL,'{}',6,NULL);
INSERT INTO "users" VALUES(7,'level-7','level-7',NULL,NULL,1800000000.0,0.0,NULL,NULL,'{}',7,NULL);
INSERT INTO "users" VALUES(8,'level-8','level-8',NULL,NULL,1800000000.0,0.0,NULL,NULL,'{}',8,NULL);
INSERT INTO "users" VALUES(9,'ann','ann','$argon2id$v=19$m=8,t=1,p=1$odt6iJv+PwTMyHaQFFzpwQ$MUp2qGggaBf755RYF3ItIDprZYhgdlutjduliYhTqLc','ann@example.org',1800000000.0,2592000.0,1800000000.0,NULL,'{}',NULL,NULL);
INSERT INTO "users" VALUES(10,'bob','bob','$argon2id$v=19$m=8,t=1,p=1$odt6iJv+PwTMyHaQFFzpwQ$MUp2qGggaBf755RYF3ItIDprZYhgdlutjduliYhTqLc',NULL,1800000000.0,2592000.0,1800000000.0,NULL,'{}',NULL,NULL);
CREATE TABLE version (
	number INTEGER NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "version" VALUES(2);
CREATE TABLE watches (
	user_id INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	PRIMARY KEY (user_id, board), 
	FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	FOREIGN KEY(board) REFERENCES boards (id) ON DELETE CASCADE
);
INSERT INTO "watches" VALUES(10,1);
CREATE INDEX boards_deadline ON boards (deadline);
CREATE INDEX boards_state ON boards (state, id);
CREATE INDEX boards_game ON boards (game, state, id);
CREATE INDEX ix_limits_paid ON limits (paid);
CREATE INDEX ix_sessions_user_id ON sessions (user_id);
CREATE INDEX ix_sessions_expires ON sessions (expires);
CREATE INDEX ix_seats_secret ON seats (secret);
CREATE INDEX seats_user ON seats (user_id, state, to_move, board);
CREATE INDEX plans_seat ON plans (board, seat, id);
CREATE INDEX ratings_game ON ratings (game, rating);
CREATE INDEX rating_changes_user ON rating_changes (user_id, game, at);
CREATE INDEX ix_messages_user_id ON messages (user_id);
CREATE INDEX ix_jobs_claimed ON jobs (claimed);
COMMIT;
