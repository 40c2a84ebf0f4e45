/* Dama's engine compiled without whatever a search leaves out, so that one which looks as far as the limit of plies
 * proves: reads "OWN OPP KINGS LEFT" (boards in hexadecimal, as the engine wants them) and answers with the score, 0 if
 * the position is proved to be drawn. Ends at the first position of which nothing is proved within so many nodes.
 * Arguments: tablebase, weights, nodes. */
#include "common/engine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

enum { HASH_MIB = 512, CACHE_MIB = 32 };

static void add_all(dama_tables *tables, int file)
{
    for (int64_t at = 0; (at = dama_tables_add(tables, file, at));)
        ;
}

static const void *network_of(const char *path)
{
    uint64_t size = dama_weights_size();
    void *weights = malloc(size), *memory = malloc(dama_network_size());
    FILE *file = fopen(path, "rb");
    if (!weights || !memory || !file || fread(weights, 1, size, file) != size)
        exit(1);
    fclose(file);
    return dama_network(weights, memory);
}

int main(int argc, char **argv)
{
    unsigned long long own, opp, kings;
    int left, file = argc == 4 ? open(argv[1], O_RDONLY) : -1;
    engine *e = engine_new(HASH_MIB);
    dama_tables *tables = dama_tables_new(CACHE_MIB);
    if (file < 0 || !e || !tables)
        return 1;
    add_all(tables, file);
    engine_use_weights(e, network_of(argv[2]));
    engine_use_tables(e, tables);
    while (scanf("%llx %llx %llx %d", &own, &opp, &kings, &left) == 4) {
        engine_limits limits = {.nodes = strtoull(argv[3], NULL, 10), .depth = left};
        engine_report report;
        dama_search(e, own, opp, kings, left, &limits, &report);
        if (!report.exact && (report.depth < left || report.score)) /* a win that does not say when may come too late */
            return 0;
        printf("%d\n", (int)report.score);
    }
    return 0;
}
