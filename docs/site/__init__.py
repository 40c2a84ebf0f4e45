"""The site: documents, games against the bots, Othello solved, examples of pages; a folder that needs no server."""
