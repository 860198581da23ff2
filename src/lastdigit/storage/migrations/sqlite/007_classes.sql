-- What happens in class rooms. A room is its events in order. A person is the hash of a browser's secret.
CREATE TABLE room_event (
    room TEXT NOT NULL,
    number INTEGER NOT NULL,
    person TEXT NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE INDEX room_event_by_person ON room_event (person);
