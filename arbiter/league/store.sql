-- The journal of a league. One transaction a game: a game is here whole, or not at all. `also` and `pardon` came with
-- format 3.
CREATE TABLE league (config TEXT NOT NULL, created TEXT NOT NULL);        -- JSON; one row
CREATE TABLE session (                                                    -- a run of the arbiter
    id INTEGER PRIMARY KEY, started TEXT NOT NULL, arbiter TEXT NOT NULL, python TEXT NOT NULL,
    system TEXT NOT NULL, cores INTEGER NOT NULL);
CREATE TABLE program (                                                    -- the files that a command line names
    session INTEGER NOT NULL REFERENCES session, player TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE game (                                                       -- the schedule; a and b count players from 0
    number INTEGER PRIMARY KEY, round INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,
    first INTEGER NOT NULL, opening INTEGER NOT NULL);
CREATE TABLE result (                                                     -- finished games; seat 0 is a, seat 1 is b
    number INTEGER PRIMARY KEY REFERENCES game, session INTEGER NOT NULL REFERENCES session,
    started TEXT NOT NULL, host TEXT NOT NULL, core INTEGER NOT NULL, start TEXT NOT NULL,
    score_a INTEGER NOT NULL, score_b INTEGER NOT NULL, end TEXT NOT NULL, offender INTEGER,
    reason TEXT NOT NULL, evidence BLOB NOT NULL);
CREATE TABLE also (                                                       -- what the other player did wrong too
    number INTEGER PRIMARY KEY REFERENCES result, end TEXT NOT NULL, reason TEXT NOT NULL, evidence BLOB NOT NULL);
CREATE TABLE pardon (                                                     -- forfeits until that game do not suspend
    player INTEGER NOT NULL, number INTEGER NOT NULL, given TEXT NOT NULL);
CREATE TABLE cost (
    number INTEGER NOT NULL REFERENCES result, seat INTEGER NOT NULL, seed INTEGER, wall_s REAL NOT NULL,
    cpu_s REAL NOT NULL, peak_mib REAL NOT NULL, stderr TEXT NOT NULL, lag_s REAL NOT NULL,
    protections INTEGER NOT NULL, idle_cpu_s REAL NOT NULL, PRIMARY KEY (number, seat)) WITHOUT ROWID;
CREATE TABLE move (
    number INTEGER NOT NULL REFERENCES result, ply INTEGER NOT NULL, move TEXT NOT NULL, time_s REAL NOT NULL,
    cpu_s REAL NOT NULL, stderr TEXT NOT NULL, PRIMARY KEY (number, ply)) WITHOUT ROWID;
