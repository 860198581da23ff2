-- Answers to puzzles. A person is a browser, or nobody in particular: whoever sits at this machine.
CREATE TABLE attempt (
    id INTEGER PRIMARY KEY,
    person TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    game TEXT NOT NULL,
    grade INTEGER NOT NULL,
    answer TEXT NOT NULL,
    correct INTEGER NOT NULL,
    day INTEGER,
    at TEXT NOT NULL
);
CREATE INDEX attempt_by_person ON attempt (person);
