/* Decompression of a raw deflate stream (RFC 1951) of known size, for blocks of a few KiB: canonical Huffman codes, by
 * a small table if they are short, as a larger one would take longer to build than to use, else bit by bit. Everything
 * that a damaged stream can hold is refused; nothing is read or written out of bounds. */
#ifndef ARBITRO_INFLATE_H
#define ARBITRO_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decompress into exactly out_size bytes; false if the stream is damaged. */
bool inflate_block(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);

#endif
