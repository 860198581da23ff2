-- A match is known by a code of 128 random bits. Codes of six letters, as they were, could be guessed.
UPDATE online SET code = lower(hex(randomblob(16)));
