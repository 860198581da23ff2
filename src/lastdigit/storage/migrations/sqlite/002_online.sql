-- Games in a browser: the code that each is known by, and who holds its seats. Secrets are hashed.
CREATE TABLE online (
    game INTEGER PRIMARY KEY REFERENCES game (id),
    code TEXT NOT NULL UNIQUE,
    against TEXT NOT NULL,
    begun TEXT,
    clocks TEXT,
    rematch_of INTEGER UNIQUE REFERENCES game (id)
);
CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES online (game),
    seat INTEGER NOT NULL,
    holder BLOB,
    joined INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX seat_by_holder ON seat (holder);
CREATE TABLE seat_key (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    hash BLOB NOT NULL,
    expires TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
