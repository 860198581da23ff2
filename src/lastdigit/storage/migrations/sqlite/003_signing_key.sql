-- The key by which a server knows the secrets that it has given. One row, made when first asked for.
CREATE TABLE signing_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    key BLOB NOT NULL
);
-- Whoever held a seat before secrets were signed goes on without a signature.
CREATE TABLE unsigned_holder (holder BLOB PRIMARY KEY) WITHOUT ROWID;
INSERT INTO unsigned_holder SELECT DISTINCT holder FROM seat WHERE holder IS NOT NULL;
