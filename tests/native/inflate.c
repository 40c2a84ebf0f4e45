/* Decompress a raw deflate stream from standard input to standard output with the engines' own routine.
 *
 *     inflate SIZE      exit status 1 if the stream is damaged, or holds more or fewer bytes than SIZE */
#include "common/inflate.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, room = 1 << 22;
    uint8_t *in = malloc(room), *out = malloc(size ? size : 1);
    if (!in || !out)
        return 2;
    size_t length = fread(in, 1, room, stdin);
    uint8_t *exact = malloc(length ? length : 1); /* so that a byte too many is noticed by valgrind */
    if (!exact)
        return 2;
    for (size_t i = 0; i < length; i++)
        exact[i] = in[i];
    int status = inflate_block(exact, length, out, size) ? 0 : 1;
    if (!status)
        fwrite(out, 1, size, stdout);
    free(in), free(out), free(exact);
    return status;
}
