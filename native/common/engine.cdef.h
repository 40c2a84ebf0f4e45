/* Every function and every number that Python sees. cffi reads this file and engine.h includes it, so that a mismatch
 * between the two languages is a compile error; therefore: declarations only, no preprocessor. */

/* ---- what all games share -------------------------------------------------------------------------------------- */

/* Search context: transposition table, history, clock, limits. Owned by the caller, used by one thread at a time. */
typedef struct engine engine;

/* When to stop. A limit of 0 is no limit. A search may go beyond by what it has begun: about 1,000 nodes. */
typedef struct {
    double time_s;  /* wall-clock seconds */
    uint64_t nodes; /* nodes visited */
    int32_t depth;  /* plies of the last iteration */
    double ready_s; /* seconds after which no iteration begins; fewer if the best move lasts, more if it has changed */
} engine_limits;

/* What a search found. Scores are from the side to move. */
typedef struct {
    int32_t move; /* best move, -1 if there is none */
    int32_t score;
    int32_t exact;   /* 1 if the score is proved */
    int32_t depth;   /* plies of the last finished iteration */
    int32_t deepest; /* plies of the longest line that it looked at, with its extensions */
    int32_t pv_length;
    int32_t pv[64]; /* principal variation, pv[0] == move */
    uint64_t nodes;
    double time_s; /* wall-clock seconds used */
} engine_report;

/* Neurons of the hidden layer of a small network (see accumulator in engine.h). */
enum { ENGINE_LAYER = 256 };

engine *engine_new(uint32_t hash_mib); /* NULL if there is not enough memory */
/* Another context on e's table and weights, for another thread that searches the same position; e must live longer.
 * Iterations of e count the nodes of all. If each of them searches and is cleared as often as e, their entries of the
 * table are of one age. */
engine *engine_beside(engine *e);
void engine_free(engine *e);
void engine_clear(engine *e); /* forget everything learned from earlier searches; beside another: but its table */
void engine_stop(engine *e);  /* make the running search return soon; may be called by another thread */

/* Iterations of all searches so far. Another thread may ask while a search runs, and then see what each has found: from
 * the number that was there when the search began, the last 256 of them. */
uint32_t engine_published(const engine *e);
void engine_iteration(const engine *e, uint32_t number, engine_report *report);
int32_t engine_hashfull(const engine *e); /* of 1,000 places of the table, those that this search has filled */

void engine_use_weights(engine *e, const void *weights); /* of an evaluation; the caller keeps them while e lives */
void engine_use_tables(engine *e, void *tables);         /* of endgames; likewise */

/* ---- Othello: own and opp are the discs of the side to move and of its opponent, bit 8 * row + column ------------ */

/* Weights: for each stage of STAGE_EMPTIES empty squares a table by both sides' mobility, and one of contents for each
 * kind of line and, from BLOCK_STAGE on, of block (othello/eval.h). */
enum {
    OTHELLO_STAGES = 15,
    OTHELLO_STAGE_EMPTIES = 4,
    OTHELLO_LINE_KINDS = 4,
    OTHELLO_LINE_CONTENTS = 6561,
    OTHELLO_BLOCK_KINDS = 3,
    OTHELLO_BLOCK_CONTENTS = 19683,
    OTHELLO_BLOCK_STAGE = 5,
    OTHELLO_MOBILITY = 16
};

uint64_t othello_moves(uint64_t own, uint64_t opp);
uint64_t othello_flips(uint64_t own, uint64_t opp, int32_t square); /* 0 if the move is illegal */
void othello_canonical(uint64_t *own, uint64_t *opp);               /* the smallest of the eight symmetric copies */
uint64_t othello_perft(uint64_t own, uint64_t opp, int32_t depth);
int32_t othello_stage(uint64_t own, uint64_t opp);                     /* of a board with an empty square */
uint64_t othello_weights_size(void);                                   /* bytes that engine_use_weights must get */
int32_t othello_evaluate(const engine *e, uint64_t own, uint64_t opp); /* estimated margin, hundredths of a disc */
void othello_search(engine *e, uint64_t own, uint64_t opp, const engine_limits *limits, engine_report *report);
/* Exact margin by full-depth search: exact if alpha < score < beta, else a bound; report->exact is 0 if a limit hit. */
void othello_solve(engine *e, uint64_t own, uint64_t opp, int32_t alpha, int32_t beta, const engine_limits *limits,
                   engine_report *report);
/* What is known of the question "is the margin greater than alpha?" without a search, 0 if nothing is. Answered if phi
 * or delta is 0: then `score` is a bound on the right side of alpha. */
typedef struct {
    uint64_t phi, delta; /* estimated work to show that it is greater, and that it is not */
    int32_t score;
} othello_numbers;
int32_t othello_recall(const engine *e, uint64_t own, uint64_t opp, int32_t alpha, othello_numbers *numbers);
/* Put a proved bound into the table: the margin is at least `score` if `greater`, at most `score` if not. */
void othello_remember(engine *e, uint64_t own, uint64_t opp, int32_t score, int32_t greater);
/* Chance that a fallible side to move lets its opponent win, by looking at every line `depth` plies deep: the score, of
 * SURE; exact unless a limit has struck, and then nothing. */
enum { OTHELLO_SURE = 1024 };
void othello_chance(engine *e, uint64_t own, uint64_t opp, int32_t depth, const engine_limits *limits,
                    engine_report *report);

/* The plain second solver that judges proofs, with a table that the caller owns: `entries` of them, all zeros at first.
 * What is in it counts for the question of that number only. */
typedef struct {
    uint64_t own, opp, question;
    uint32_t yes, no;
} othello_memo;

/* Does the side to move get a margin of `least` or more? 1 yes, 0 no, -1 not answered within `limit` nodes (0: no
 * limit). `squares` is the board; each `question` has another number than those before, and not 0. */
int32_t othello_check(uint64_t own, uint64_t opp, uint64_t squares, int32_t least, othello_memo *memo, uint64_t entries,
                      uint64_t question, uint64_t limit, uint64_t *nodes);

/* ---- Domino Lineare: hands as counts of tiles, moves as one byte each ------------------------------------------- */

/* How many of each tile: plain types in the order 11 12 13 14 15 16 22 23 ... 66, then [0|0], [11|11], [12|21]. */
typedef struct {
    int64_t plain[21];
    int64_t wild, raises, mirror;
} domino_hand;

/* A hand that is being read. Begins as all zeros. */
typedef struct {
    domino_hand hand;
    int64_t count, numbers; /* tiles announced, numbers read so far (the count is the first) */
    int64_t a, b;           /* the last pair */
    int64_t value;          /* the number that is being read */
    int32_t digits, sign, negative;
    int32_t status;
    char wrong; /* the byte that is no part of an integer */
} domino_reader;

enum {
    DOMINO_READ_MORE = 0,
    DOMINO_READ_DONE = 1, /* the hand is complete */
    DOMINO_READ_NOT_INTEGER = -1,
    DOMINO_READ_NO_TILE = -2,
    DOMINO_READ_NEGATIVE = -3, /* count of tiles */
    DOMINO_READ_ENDED = -4     /* too early */
};

/* Read on; `n` = 0 says that the input has ended. Gives the new status. */
int32_t domino_read(domino_reader *r, const char *bytes, int64_t n);

typedef struct {
    int32_t zero_stays; /* [11|11] leaves a 0 as it is */
    int32_t early_stop; /* one may stop while a tile still fits */
    double time_s;      /* wall-clock seconds; plain hands need no limit */
} domino_options;

typedef struct {
    int64_t score, bound; /* no row scores more than `bound` */
    int64_t length;       /* moves */
    int32_t proved;       /* 1 if score == bound */
    uint64_t nodes;       /* positions visited */
    double time_s;
} domino_result;

/* Find the best row. `moves` has room for three bytes a tile and one more; the first `length` of them are the moves:
 * bit 7 set for the left end, and 7 * a + b for the digits as they lie, or 0, 1, 2 for [0|0], [11|11], [12|21]. The
 * first move has no end. 0, or -1 if there is not enough memory. */
int32_t domino_solve(const domino_hand *hand, const domino_options *options, uint8_t *moves, domino_result *result);

/* A case of a proof that no row scores more than a number (domino/cases.h): prices of 24 kinds of tile and what they
 * cost besides in each of seven classes of phases, all in 1/256 points; how many copies phases of a class use at least,
 * and at most (-1: any number). Mirrors beside each of the plain types are counted besides, as kinds 24 to 44. If
 * `child` is not 0, it is split into nodes `child` (phases of class `at_class` use at most `most` copies of `kind`) and
 * `child` + 1 (more). */
typedef struct {
    int32_t price[24], extra[7][45], low[7][45], high[7][45];
    int32_t kind, at_class, most, child;
    int64_t bound;
} domino_case;

/* Prove by at most `room` cases that no row that plays all [11|11] scores more than `score`; node 0 is the root. Gives
 * the number of nodes; 0 if that does not suffice or there are more than 1,023 [11|11]; -1 if there is not enough
 * memory. */
int64_t domino_prove(const domino_hand *hand, int32_t zero_stays, int64_t score, domino_case *nodes, int64_t room);

/* Whether states between phases (domino/phases.h) show that no row that plays all [11|11] scores more than `score`: 1,
 * or 0 if they do not; -1 if there is not enough memory. */
int32_t domino_rule_out(const domino_hand *hand, int32_t zero_stays, int64_t score);
/* A row that lies: how many of each digit 0 to 6; the digits of its first and of its last tile, from left to right. */
typedef struct {
    int64_t digits[7];
    int32_t ends[4];
} domino_row;
/* Find how it goes on best with what is left of the hand; `score` is that of the whole row, `moves` as in domino_solve,
 * each at an end, and room for three bytes more. 0; -1 if there is not enough memory; -2 for a hand with special tiles
 * and more than 255 copies of a tile. */
int32_t domino_resume(const domino_row *row, const domino_hand *left, const domino_options *options, uint8_t *moves,
                      domino_result *result);
/* Write moves from..to as triples `S 1 2 R 2 3 `, at most 8 bytes each, without a final 0; give the number of bytes. */
int64_t domino_write(const uint8_t *moves, int64_t from, int64_t to, char *text);

/* A move of the two-dimensional game: 'S', 'H' (row and column of the left cell) or 'V' (of the upper cell), the digits
 * as they lie or the code of a special tile, and '<', '>' or 0 for the neighbour that it takes after. */
typedef struct {
    int32_t row, column;
    uint8_t letter, a, b, mark;
} domino_move;

/* Find the best board of those that begin with `length` moves, which are part of the answer. `moves` has room for one
 * move a tile. 0, -1 if there is not enough memory, -2 for more tiles than domino_most_2d(), -3 if what is begun is not
 * legal. */
int32_t domino_solve_2d(const domino_hand *hand, const domino_move *begun, int64_t length,
                        const domino_options *options, domino_move *moves, domino_result *result);
int64_t domino_most_2d(void);

/* ---- Ataxx: bit 8 * row + column, a1 lowest, the eighth column and row off the board ----------------------------- */

/* Pieces of the side to move and of its opponent, blocks, and how many jumps in a row both have made, of which the 25th
 * ends the game. Or ATAXX_PLIES and the plies since the last extend, of which the 100th draws it. */
typedef struct {
    uint64_t own, opp, blocks;
    int32_t jumps;
} ataxx_position;

/* A move is 64 * source + destination, an extend 65 * destination. A win within n plies is worth ATAXX_WIN - n, and
 * scores beyond ATAXX_SURE are proved. */
enum { ATAXX_PLIES = 65536 };
enum { ATAXX_PASS = 455, ATAXX_MOST_MOVES = 288, ATAXX_WIN = 30000, ATAXX_SURE = 29000 };

int32_t ataxx_moves(const ataxx_position *p, int32_t *moves);      /* their number; 0 if the game is over */
ataxx_position ataxx_after(const ataxx_position *p, int32_t move); /* a legal move; from the opponent's side */
uint64_t ataxx_perft(const ataxx_position *p, int32_t depth, int32_t pairs); /* pairs: extends by source as well */
int32_t ataxx_evaluate(engine *e, const ataxx_position *p);                  /* estimate, hundredths of a stone */
/* Best move, by the learned evaluation, or without weights by that made by hand. Scores are hundredths of a stone; wins
 * and losses are exact. A context beside another one helps it: it goes through the same depths and looks for no proof.
 */
void ataxx_search(engine *e, const ataxx_position *p, const engine_limits *limits, engine_report *report);
/* Alpha-beta over all moves to a fixed depth, by stones alone. */
void ataxx_search_plain(engine *e, const ataxx_position *p, const engine_limits *limits, engine_report *report);

/* The network: inputs, which are shapes in one of their states each, hidden units without their symmetric copies; its
 * output has weights for each phase of PHASE_EMPTIES empty squares; ONE is 1 in the hidden layer, OUT_ONE in the output
 * weights, SCALE is 1 of the output in hundredths of a stone.
 *
 * DEEP units more see of each unit the mean square of its copies and their mean, by weights in which 1 is SQUARES_ONE
 * and MEANS_ONE; 1 is DEEP_ONE in their bias and DEEP_OUT_ONE in what they add to the output. They are 0 to DEEP_MOST.
 */
enum { ATAXX_INPUTS = 122880, ATAXX_STATES = 4096, ATAXX_UNITS = 32, ATAXX_PHASES = 6, ATAXX_PHASE_EMPTIES = 8 };
enum { ATAXX_ONE = 96, ATAXX_OUT_ONE = 128, ATAXX_SCALE = 400 };
enum { ATAXX_DEEP = 16, ATAXX_SQUARES_ONE = 256, ATAXX_MEANS_ONE = 6144, ATAXX_DEEP_ONE = 4718592 };
enum { ATAXX_DEEP_MOST = 8, ATAXX_DEEP_OUT_ONE = 2048 };

/* Weights as a file has them: int8_t in[INPUTS][UNITS]; int16_t bias[UNITS], out[PHASES][UNITS];
 * int32_t out_bias[PHASES]; int16_t squares[UNITS][DEEP], means[UNITS][DEEP]; int32_t deep_bias[DEEP];
 * int16_t deep_out[PHASES][DEEP]. Or those of a network with fewer units and smaller shapes, where 1 is SMALL_ONE in
 * the hidden layer: int16_t in[SMALL_INPUTS][SMALL_UNITS], and the rest as there up to out_bias. */
enum { ATAXX_SMALL_INPUTS = 9216, ATAXX_SMALL_STATES = 256, ATAXX_SMALL_UNITS = 16, ATAXX_SMALL_ONE = 255 };
uint64_t ataxx_weights_size(int32_t small);
uint64_t ataxx_network_size(void); /* bytes of the network that is made of them */
/* Make it there of weights of one of the two sizes; give what engine_use_weights gets. */
const void *ataxx_network(const void *weights, uint64_t size, void *memory);

/* A position of a game of self-play, 32 bytes: the sets, what the search thought of it and which move it chose, how
 * many jumps were in a row, how many more positions the game had (255 for more) and how it ended (-1, 0, 1). All from
 * the side to move. */
typedef struct {
    uint64_t own, opp, blocks;
    int16_t score, move;
    uint8_t jumps, left;
    int8_t result;
    uint8_t unused;
} ataxx_record;

/* Play a game of about `nodes` nodes a move from a random opening, both by `seed`. Writes the positions in which there
 * was a choice and gives their number; a game that needs more room ends by stones. */
int32_t ataxx_selfplay(engine *e, uint64_t seed, uint64_t nodes, ataxx_record *records, int32_t room);

/* Put others in the place of positions, by `seed`: the same or such as are one or two random moves away, without
 * anything known of them. None is the end of a game, unless it was before. */
void ataxx_wander(ataxx_record *records, int64_t n, uint64_t seed);

/* The sum of the squared errors of floating-point weights (in the order of a file's) on positions that are worth
 * `share` times the game's result, the rest what the search thought. Adds its gradient to `gradient`, unless that is
 * NULL. */
double ataxx_learn(const float *weights, const ataxx_record *records, int64_t n, float share, float *gradient);

/* ---- Dama: own and opp are the pieces of the side to move, which moves up, and of its opponent, kings those of both
 * that are kings; bit 8 * row + column. A move is 64 * origin + target. ------------------------------------------- */

enum { DAMA_MOST_MOVES = 48 };

int32_t dama_moves(uint64_t own, uint64_t opp, uint64_t kings, int32_t moves[48]); /* gives their number */
void dama_after(uint64_t board[3], int32_t move); /* own, opp, kings: seen from the opponent then */
uint64_t dama_perft(uint64_t own, uint64_t opp, uint64_t kings, int32_t depth);

/* Endgame tablebase; pieces are own men, own kings, the opponent's men, the opponent's kings. Values that are none of
 * these are 1 + plies to the end; DAMA_WON and DAMA_LOST do not say when. Files hold blocks of bytes. */
enum { DAMA_DRAW = 0, DAMA_UNKNOWN = -1, DAMA_LOST = 253, DAMA_WON = 254 };
enum { DAMA_TABLE_PIECES = 6, DAMA_BLOCK_BYTES = 4096 };

typedef struct dama_tables dama_tables;
dama_tables *dama_tables_new(uint32_t cache_mib); /* NULL if there is not enough memory */
void dama_tables_free(dama_tables *t);
int64_t dama_tables_add(dama_tables *t, int32_t fd, int64_t offset); /* the slice there: its end, 0 if it is none */
/* All positions with so many pieces, or fewer, are there, with plies or, if `outcomes`, at least without. */
int32_t dama_tables_pieces(const dama_tables *t, int32_t outcomes);
int32_t dama_tables_probe(dama_tables *t, uint64_t own, uint64_t opp, uint64_t kings);
uint64_t dama_slice_size(const int32_t pieces[4]); /* values of a slice, 0 if there is no such slice */
/* Solve a slice and its mirror into two files, a byte for each value, 255 where there is no position; one that is its
 * own mirror needs only the first. Gives 1; 0 if a slice is missing that a capture or promotion leads to; -1 and errno.
 * The tables do not hold the slices afterwards. */
int32_t dama_slice_solve(dama_tables *t, const int32_t pieces[4], int32_t fd, int32_t mirror_fd);
/* Solve a slice of outcomes and its mirror likewise, four outcomes a byte; adds up how many are drawn, won and lost,
 * and then those of the mirror. */
int32_t dama_outcomes_solve(dama_tables *t, const int32_t pieces[4], int32_t fd, int32_t mirror_fd, uint64_t counts[6]);
/* Compare the values, or every so manieth of them, with what their successors say: how many differ; adds up how often
 * each value occurs. -1 and errno for lack of memory or what cannot be read. */
int64_t dama_slice_check(dama_tables *t, const int32_t pieces[4], uint64_t every, uint64_t histogram[256]);

/* Search and evaluation; `left` is the number of plies after which the game is drawn, DAMA_FOR_EVER for never. Scores
 * are hundredths of log odds; those beyond DAMA_PROVED are DAMA_WIN less the plies to the end. */
enum { DAMA_FOR_EVER = -1, DAMA_WIN = 31000, DAMA_PROVED = 30000 };

/* The network: shapes in one of their states each, hidden units; its output has weights for each phase, by the number
 * of pieces, and horizon, by the plies that are left. ONE is 1 in the hidden layer, OUT_ONE in the output weights,
 * SCALE is 1 of the output in hundredths of log odds. */
enum { DAMA_SHAPES = 32, DAMA_STATES = 625, DAMA_KINDS = 4, DAMA_UNITS = 32, DAMA_PHASES = 8, DAMA_HORIZONS = 5 };
enum { DAMA_ONE = 127, DAMA_OUT_ONE = 128, DAMA_SCALE = 100 };

/* Weights as a file has them: int16_t in[SHAPES * STATES][UNITS], piece[SHAPES * KINDS][UNITS], bias[UNITS],
 * out[PHASES * HORIZONS][UNITS]; int32_t out_bias[PHASES * HORIZONS]. */
uint64_t dama_weights_size(void);
uint64_t dama_network_size(void);                            /* bytes of the network that is made of them */
const void *dama_network(const void *weights, void *memory); /* make it there; give what engine_use_weights gets */
int32_t dama_evaluate(engine *e, uint64_t own, uint64_t opp, uint64_t kings, int32_t left);
void dama_search(engine *e, uint64_t own, uint64_t opp, uint64_t kings, int32_t left, const engine_limits *limits,
                 engine_report *report);

/* A position of a game of self-play, 32 bytes: the sets, what the search thought of it and which move it chose, after
 * how many plies the game is drawn (DAMA_ENDLESS: never), how many more positions it had and how it ended (-1, 0, 1).
 * All from the side to move. */
typedef struct {
    uint64_t own, opp, kings;
    int16_t score, move;
    uint8_t left, more;
    int8_t result;
    uint8_t unused;
} dama_record;
enum { DAMA_ENDLESS = 255 };

/* Play a game of about `nodes` nodes a move from a random opening, both by `seed`. Writes the positions in which there
 * was a choice and gives their number; a game that needs more room is drawn. */
int32_t dama_selfplay(engine *e, uint64_t seed, uint64_t nodes, dama_record *records, int32_t room);

/* The sum of the squared errors of floating-point weights (in the order of a file's) on positions that are worth
 * `share` times the game's result, the rest what the search thought. Adds its gradient to `gradient`, unless that is
 * NULL. */
double dama_learn(const float *weights, const dama_record *records, int64_t n, float share, float *gradient);
