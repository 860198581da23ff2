-- One row a game, one row an event. A match of several rounds is known by its first round's game.
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER REFERENCES game (id),
    setup TEXT NOT NULL,
    result TEXT,
    started TEXT NOT NULL,
    changed TEXT NOT NULL
);
CREATE TABLE event (
    game INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE INDEX game_by_change ON game (changed DESC, id DESC);
CREATE INDEX game_by_match ON game (match);
