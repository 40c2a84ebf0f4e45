"""The examination of one program: where, if anywhere, it departs from its game's protocol.

`cli` is `arbiter check`. `desk` starts processes of the program, `dialogue` talks to one of them, and each game's
module lists its examinations. What a program did wrong is a `model.FaultError`; `text` and `page` show the results.
"""
