"""The Othello bot."""
