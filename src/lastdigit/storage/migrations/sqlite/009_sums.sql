-- Statistics are computed from sums of the games that ended on one day. A person is a browser's hash
-- as hexadecimal text, or '' for the user of this machine. `body` is opaque to the database.
CREATE TABLE daily_sum (
    person TEXT NOT NULL,
    day TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (person, day)
) WITHOUT ROWID;
-- The positions in which a person made a mistake on a day. A position counts once for all days.
CREATE TABLE daily_mistake (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    day TEXT NOT NULL,
    PRIMARY KEY (person, game, puzzle, day)
) WITHOUT ROWID;
CREATE INDEX daily_mistake_by_day ON daily_mistake (person, day);
-- The sums that are out of date: every change of a finished game adds rows, and saving new sums
-- deletes the rows that they include. Without a holder, the game is not online.
CREATE TABLE changed_day (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    holder BLOB,
    day TEXT NOT NULL
);
CREATE INDEX changed_day_by_holder ON changed_day (holder, day);
CREATE VIEW game_holder AS
SELECT game, holder FROM seat WHERE holder IS NOT NULL
UNION ALL SELECT id, NULL FROM game WHERE NOT EXISTS (SELECT 1 FROM online WHERE online.game = id);
CREATE VIEW finished_day AS
SELECT id AS game, holder, substr(changed, 1, 10) AS day
FROM game JOIN game_holder ON game_holder.game = id WHERE result IS NOT NULL;
INSERT INTO changed_day (holder, day) SELECT DISTINCT holder, day FROM finished_day;
-- Triggers also note the changes that an older version or another program makes.
CREATE TRIGGER game_added AFTER INSERT ON game WHEN NEW.result IS NOT NULL BEGIN
    INSERT INTO changed_day (day) VALUES (substr(NEW.changed, 1, 10));
END;
CREATE TRIGGER game_changed AFTER UPDATE OF setup, result, changed ON game
WHEN OLD.result IS NOT NULL OR NEW.result IS NOT NULL BEGIN
    INSERT INTO changed_day (holder, day)
    SELECT holder, substr(OLD.changed, 1, 10) FROM game_holder
    WHERE game = NEW.id AND OLD.result IS NOT NULL
    UNION SELECT holder, substr(NEW.changed, 1, 10) FROM game_holder
    WHERE game = NEW.id AND NEW.result IS NOT NULL;
END;
CREATE TRIGGER game_deleted AFTER DELETE ON game WHEN OLD.result IS NOT NULL BEGIN
    INSERT INTO changed_day (day) VALUES (substr(OLD.changed, 1, 10));
END;
CREATE TRIGGER online_added AFTER INSERT ON online BEGIN
    INSERT INTO changed_day (day)
    SELECT substr(changed, 1, 10) FROM game WHERE id = NEW.game AND result IS NOT NULL;
END;
CREATE TRIGGER online_deleted AFTER DELETE ON online BEGIN
    INSERT INTO changed_day (day)
    SELECT substr(changed, 1, 10) FROM game WHERE id = OLD.game AND result IS NOT NULL;
END;
CREATE TRIGGER seat_added AFTER INSERT ON seat WHEN NEW.holder IS NOT NULL BEGIN
    INSERT INTO changed_day (holder, day)
    SELECT NEW.holder, substr(changed, 1, 10) FROM game WHERE id = NEW.game AND result IS NOT NULL;
END;
CREATE TRIGGER seat_changed AFTER UPDATE OF holder ON seat BEGIN
    INSERT INTO changed_day (holder, day)
    SELECT holder, substr(changed, 1, 10) FROM game
    JOIN (SELECT OLD.holder AS holder UNION SELECT NEW.holder) ON holder IS NOT NULL
    WHERE id = NEW.game AND result IS NOT NULL;
END;
CREATE TRIGGER seat_deleted AFTER DELETE ON seat WHEN OLD.holder IS NOT NULL BEGIN
    INSERT INTO changed_day (holder, day)
    SELECT OLD.holder, substr(changed, 1, 10) FROM game WHERE id = OLD.game AND result IS NOT NULL;
END;
-- A first analysis is not a change: sums are not complete without it, so they are not up to date.
CREATE TRIGGER finding_changed AFTER UPDATE ON finding BEGIN
    INSERT INTO changed_day (holder, day)
    SELECT holder, substr(changed, 1, 10) FROM game_holder JOIN game ON id = NEW.game
    WHERE game_holder.game = NEW.game AND result IS NOT NULL;
END;
CREATE TRIGGER finding_deleted AFTER DELETE ON finding BEGIN
    INSERT INTO changed_day (holder, day)
    SELECT holder, substr(changed, 1, 10) FROM game_holder JOIN game ON id = OLD.game
    WHERE game_holder.game = OLD.game AND result IS NOT NULL;
END;
CREATE TRIGGER owner_added AFTER INSERT ON owner BEGIN
    INSERT INTO changed_day (day)
    SELECT DISTINCT substr(changed, 1, 10) FROM seat JOIN game ON id = game
    WHERE holder = NEW.holder AND result IS NOT NULL;
END;
CREATE TRIGGER owner_deleted AFTER DELETE ON owner BEGIN
    INSERT INTO changed_day (holder, day)
    SELECT DISTINCT changed_holder, substr(changed, 1, 10) FROM seat JOIN game ON id = game
    JOIN (SELECT NULL AS changed_holder UNION SELECT OLD.holder)
    WHERE holder = OLD.holder AND result IS NOT NULL;
END;
