"""Games kept in PostgreSQL (extra `postgres`), which several servers may share."""
