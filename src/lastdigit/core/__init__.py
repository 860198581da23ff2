"""The contract between games and everything else; no game is named here."""
