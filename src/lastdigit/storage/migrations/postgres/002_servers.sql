-- The servers that play these games: each one's last heartbeat, by the database's clock, and who is there.
-- `since` is from when on one server or another has been up without a break.
CREATE TABLE server (
    id text PRIMARY KEY,
    beat double precision NOT NULL,
    since double precision NOT NULL,
    here bytea[] NOT NULL
);
