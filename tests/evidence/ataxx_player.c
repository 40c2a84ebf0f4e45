/* A UAI player around the engine as the installed one is, but for what is switched off in its sources before it is
 * compiled: so many nodes a move (the first argument), and the network whose weights a file holds as they are when they
 * are unpacked (the second; without one the evaluation made by hand). It understands the referee. */
#include "common/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASS = 455, HASH_MIB = 8 };

static int square(const char *name)
{
    return 8 * (name[1] - '1') + name[0] - 'a';
}

/* Read rows 7 to 1, then the side to move and the jumps in a row. */
static ataxx_position read_fen(char *rows, const char *mover, const char *jumps)
{
    uint64_t red = 0, blue = 0, blocks = 0;
    int row = 6, column = 0;
    for (char *c = rows; *c; c++) {
        uint64_t here = 1ULL << (8 * row + column);
        if (*c == '/') {
            row--;
            column = 0;
            continue;
        }
        red |= *c == 'x' ? here : 0;
        blue |= *c == 'o' ? here : 0;
        blocks |= *c == '-' ? here : 0;
        column += *c >= '1' && *c <= '7' ? *c - '0' : 1;
    }
    bool is_red = *mover == 'x';
    return (ataxx_position){is_red ? red : blue, is_red ? blue : red, blocks, atoi(jumps)};
}

static int read_move(const char *text)
{
    return text[0] == '0' ? PASS : strlen(text) == 2 ? 65 * square(text) : 64 * square(text) + square(text + 2);
}

static void write_move(int move)
{
    int from = move / 64, to = move % 64;
    if (move == PASS)
        puts("bestmove 0000");
    else if (from == to)
        printf("bestmove %c%c\n", 'a' + to % 8, '1' + to / 8);
    else
        printf("bestmove %c%c%c%c\n", 'a' + from % 8, '1' + from / 8, 'a' + to % 8, '1' + to / 8);
}

/* Let the engine evaluate by the weights of this file; give the memory that it then reads, NULL if they are wrong. */
static void *use_weights(engine *e, const char *path)
{
    uint64_t size = ataxx_weights_size(0);
    void *weights = malloc(size), *memory = malloc(ataxx_network_size());
    FILE *file = fopen(path, "rb");
    if (weights && memory && file && fread(weights, 1, size, file) == size) {
        engine_use_weights(e, ataxx_network(weights, size, memory));
    } else {
        free(memory);
        memory = NULL;
    }
    if (file)
        fclose(file);
    free(weights);
    return memory;
}

int main(int argc, char **argv)
{
    static char line[1 << 16];
    engine *e = engine_new(HASH_MIB);
    void *network = e && argc > 2 ? use_weights(e, argv[2]) : NULL;
    if (argc > 2 && !network) {
        fprintf(stderr, "%s: not the weights of the network\n", argv[2]);
        engine_free(e);
        return 1;
    }
    engine_limits limits = {.nodes = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000};
    ataxx_position p = {0};
    while (e && fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \n");
        if (!word || !strcmp(word, "quit"))
            break;
        if (!strcmp(word, "uai"))
            puts("uaiok");
        else if (!strcmp(word, "isready"))
            puts("readyok");
        else if (!strcmp(word, "uainewgame"))
            engine_clear(e);
        else if (!strcmp(word, "position")) {
            strtok(NULL, " \n"); /* fen */
            char *rows = strtok(NULL, " \n"), *mover = strtok(NULL, " \n"), *jumps = strtok(NULL, " \n");
            p = read_fen(rows, mover, jumps);
            strtok(NULL, " \n"); /* the number of the move */
            strtok(NULL, " \n"); /* moves */
            while ((word = strtok(NULL, " \n")))
                p = ataxx_after(&p, read_move(word));
        } else if (!strcmp(word, "go")) {
            engine_report report;
            ataxx_search(e, &p, &limits, &report);
            write_move(report.move);
        }
        fflush(stdout);
    }
    engine_free(e);
    free(network);
    return 0;
}
