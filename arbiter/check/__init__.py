"""The examination of one program: where, if anywhere, it departs from its game's protocol.

`cli` is `arbiter check`. `desk` starts processes of the program, `dialogue` talks to one of them;
they implement what `arbiter.games.dialogues` says that an examination sees. Each game lists its
examinations. `report` is what comes out, `text` and `page` show it.
"""
