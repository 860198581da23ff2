-- One-time keys live for minutes and by a steady clock: the server that issues them remembers them.
DROP TABLE seat_key;
