-- What was found of a finished game when it was judged: it is found again where it is missing.
CREATE TABLE finding (
    game INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    body TEXT NOT NULL
);
-- The browsers of whoever sits at this machine: what they do counts as done here.
CREATE TABLE owner (holder BLOB PRIMARY KEY) WITHOUT ROWID;
