"""Proofs of Othello's value: the search for them, the certificate, and the check that trusts neither."""
