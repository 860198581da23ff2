"""Proofs that anybody can check: certificates of what a position is worth, and their checker."""

from lastdigit.proofs.certificate import Claim, Prover, certificate, prover_of

__all__ = ["Claim", "Prover", "certificate", "prover_of"]
