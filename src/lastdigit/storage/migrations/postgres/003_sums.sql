-- As in SQLite: sums of the games that ended on one day, from which statistics are computed. A person
-- is a browser's hash as hexadecimal text, or '' for the user of this machine.
CREATE TABLE daily_sum (
    person text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (person, day)
);
-- The positions in which a person made a mistake on a day. A position counts once for all days.
CREATE TABLE daily_mistake (
    person text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    puzzle text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    PRIMARY KEY (person, game, puzzle, day)
);
CREATE INDEX daily_mistake_by_day ON daily_mistake (person, day);
-- The sums that are out of date: every change of a finished game adds rows, and saving new sums
-- deletes the rows that they include. Without a holder, the game is not online. Rows are only added,
-- so servers that end games at the same time do not wait for each other.
CREATE TABLE changed_day (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    holder bytea,
    day text COLLATE "C" NOT NULL
);
CREATE INDEX changed_day_by_holder ON changed_day (holder, day);
CREATE VIEW game_holder AS
SELECT game, holder FROM seat WHERE holder IS NOT NULL
UNION ALL SELECT id, NULL FROM game WHERE NOT EXISTS (SELECT FROM online WHERE online.game = id);
CREATE VIEW finished_day AS
SELECT id AS game, holder, left(changed, 10) AS day
FROM game JOIN game_holder ON game_holder.game = id WHERE result IS NOT NULL;
INSERT INTO changed_day (holder, day) SELECT DISTINCT holder, day FROM finished_day;
-- Triggers also note the changes that an older server or another program makes.
CREATE FUNCTION note_changed_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.result IS NOT NULL THEN
        INSERT INTO changed_day (holder, day)
        SELECT holder, left(OLD.changed, 10) FROM game_holder WHERE game = OLD.id
        UNION SELECT NULL, left(OLD.changed, 10) WHERE TG_OP = 'DELETE';
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO changed_day (holder, day)
        SELECT holder, left(NEW.changed, 10) FROM game_holder
        WHERE game = NEW.id AND NEW.result IS NOT NULL;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER game_added AFTER INSERT ON game FOR EACH ROW
WHEN (NEW.result IS NOT NULL) EXECUTE FUNCTION note_changed_game();
CREATE TRIGGER game_changed AFTER UPDATE OF setup, result, changed ON game FOR EACH ROW
WHEN (OLD.result IS NOT NULL OR NEW.result IS NOT NULL) EXECUTE FUNCTION note_changed_game();
CREATE TRIGGER game_deleted AFTER DELETE ON game FOR EACH ROW
WHEN (OLD.result IS NOT NULL) EXECUTE FUNCTION note_changed_game();
CREATE FUNCTION note_changed_online() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO changed_day (day) SELECT left(changed, 10) FROM game
    WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.game ELSE NEW.game END AND result IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER online_changed AFTER INSERT OR DELETE ON online FOR EACH ROW
EXECUTE FUNCTION note_changed_online();
CREATE FUNCTION note_changed_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.holder IS NOT NULL THEN
        INSERT INTO changed_day (holder, day) SELECT OLD.holder, left(changed, 10)
        FROM game WHERE id = OLD.game AND result IS NOT NULL;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.holder IS NOT NULL THEN
        INSERT INTO changed_day (holder, day) SELECT NEW.holder, left(changed, 10)
        FROM game WHERE id = NEW.game AND result IS NOT NULL;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER seat_changed AFTER INSERT OR UPDATE OF holder OR DELETE ON seat FOR EACH ROW
EXECUTE FUNCTION note_changed_seat();
CREATE FUNCTION note_changed_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO changed_day (holder, day)
    SELECT holder, left(changed, 10) FROM game_holder JOIN game ON id = OLD.game
    WHERE game_holder.game = OLD.game AND result IS NOT NULL;
    RETURN NULL;
END $$;
-- A first analysis is not a change: sums are not complete without it, so they are not up to date.
CREATE TRIGGER finding_changed AFTER UPDATE OR DELETE ON finding FOR EACH ROW
EXECUTE FUNCTION note_changed_finding();
CREATE FUNCTION note_changed_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO changed_day (holder, day)
    SELECT DISTINCT changed_holder, left(changed, 10) FROM seat JOIN game ON id = game
    CROSS JOIN (SELECT NULL::bytea AS changed_holder UNION SELECT OLD.holder) AS either
    WHERE holder = CASE TG_OP WHEN 'DELETE' THEN OLD.holder ELSE NEW.holder END
    AND result IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER owner_changed AFTER INSERT OR DELETE ON owner FOR EACH ROW
EXECUTE FUNCTION note_changed_owner();
