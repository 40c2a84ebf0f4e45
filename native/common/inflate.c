/* Bits, Huffman codes, the three kinds of blocks of RFC 1951. See common/inflate.h. */
#include "common/inflate.h"

#include <string.h>

enum { CODE_BITS = 15, QUICK_BITS = 8, LITERALS = 288, DISTANCES = 30 };

typedef struct {
    const uint8_t *in, *in_end;
    uint8_t *out, *out_begin, *out_end;
    uint64_t bits;
    int available;
    bool failed;
} inflate_stream;

/* How many codes there are of each length, and the symbols in the order of their codes. For what the next bits may be,
 * 16 times the symbol and the length of a code that they begin with, 0 if that is longer. */
typedef struct {
    uint16_t count[CODE_BITS + 1], symbol[LITERALS], quick[1 << QUICK_BITS];
} huffman;

/* Have more bits at hand than a code and what follows it take, unless the stream ends. */
static void inflate_fill(inflate_stream *s)
{
    while (s->available <= 56 && s->in < s->in_end) {
        s->bits |= (uint64_t)*s->in++ << s->available;
        s->available += 8;
    }
}

static void inflate_drop(inflate_stream *s, int n)
{
    if (n > s->available) {
        s->failed = true;
        return;
    }
    s->bits >>= n;
    s->available -= n;
}

static uint32_t inflate_bits(inflate_stream *s, int n)
{
    if (s->available < n)
        inflate_fill(s);
    uint32_t value = (uint32_t)(s->bits & ((1U << n) - 1));
    inflate_drop(s, n);
    return s->failed ? 0 : value;
}

/* Codes begin with their highest bit, numbers with their lowest. */
static unsigned inflate_turned(unsigned code, int length)
{
    unsigned turned = 0;
    for (; length; length--, code >>= 1)
        turned = turned << 1 | (code & 1);
    return turned;
}

static void huffman_make(huffman *h, const uint8_t *lengths, int n)
{
    uint16_t next[CODE_BITS + 2] = {0};
    memset(h->count, 0, sizeof h->count);
    memset(h->quick, 0, sizeof h->quick);
    for (int i = 0; i < n; i++)
        h->count[lengths[i]]++;
    h->count[0] = 0;
    for (int length = 1; length <= CODE_BITS; length++)
        next[length + 1] = (uint16_t)(next[length] + h->count[length]);
    for (int i = 0; i < n; i++)
        if (lengths[i])
            h->symbol[next[lengths[i]]++] = (uint16_t)i;
    unsigned code = 0, at = 0;
    for (int length = 1; length <= QUICK_BITS; length++, code <<= 1)
        for (unsigned last = at + h->count[length]; at < last; at++, code++)
            for (unsigned i = inflate_turned(code, length); i < 1U << QUICK_BITS; i += 1U << length)
                h->quick[i] = (uint16_t)(h->symbol[at] << 4 | length);
}

/* Codes of one length are consecutive numbers: `code` counts from the first of its length. */
static int huffman_decode(inflate_stream *s, const huffman *h)
{
    if (s->available < CODE_BITS)
        inflate_fill(s);
    unsigned quick = h->quick[s->bits & ((1U << QUICK_BITS) - 1)];
    if (quick) {
        inflate_drop(s, quick & 15);
        return (int)(quick >> 4);
    }
    int code = 0, before = 0;
    for (int length = 1; length <= CODE_BITS; length++) {
        code |= (int)(s->bits >> (length - 1) & 1);
        if (code < h->count[length]) {
            inflate_drop(s, length);
            return h->symbol[before + code];
        }
        before += h->count[length];
        code = (code - h->count[length]) * 2;
    }
    s->failed = true;
    return 0;
}

static void inflate_stored(inflate_stream *s)
{
    s->in -= s->failed ? 0 : s->available / 8; /* what begins with the next byte */
    s->bits = 0;
    s->available = 0;
    if (s->in_end - s->in < 4) {
        s->failed = true;
        return;
    }
    ptrdiff_t size = s->in[0] | s->in[1] << 8;
    s->in += 4;
    if (size > s->in_end - s->in || size > s->out_end - s->out) {
        s->failed = true;
        return;
    }
    memcpy(s->out, s->in, (size_t)size);
    s->in += size;
    s->out += size;
}

static void inflate_codes(inflate_stream *s, const huffman *literals, const huffman *distances)
{
    static const uint16_t LENGTH[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t LENGTH_BITS[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                            2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    while (!s->failed) {
        int symbol = huffman_decode(s, literals);
        if (symbol == 256)
            return;
        if (symbol < 256) {
            if (s->out == s->out_end)
                s->failed = true;
            else
                *s->out++ = (uint8_t)symbol;
            continue;
        }
        if (symbol > 285) {
            s->failed = true;
            return;
        }
        ptrdiff_t length = LENGTH[symbol - 257] + (ptrdiff_t)inflate_bits(s, LENGTH_BITS[symbol - 257]);
        int code = huffman_decode(s, distances);
        if (code >= DISTANCES) {
            s->failed = true;
            return;
        }
        int more = code < 4 ? 0 : code / 2 - 1; /* extra bits; each pair of codes spans twice what the last one did */
        ptrdiff_t distance = (code < 4 ? code : (2 + code % 2) << more) + 1 + (ptrdiff_t)inflate_bits(s, more);
        if (s->failed || distance > s->out - s->out_begin || length > s->out_end - s->out) {
            s->failed = true;
            return;
        }
        if (distance == 1)
            memset(s->out, s->out[-1], (size_t)length);
        else if (distance >= length)
            memcpy(s->out, s->out - distance, (size_t)length);
        else
            for (ptrdiff_t i = 0; i < length; i++)
                s->out[i] = s->out[i - distance];
        s->out += length;
    }
}

static void inflate_dynamic(inflate_stream *s)
{
    static const uint8_t ORDER[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + 32] = {0};
    int literals = (int)inflate_bits(s, 5) + 257, distances = (int)inflate_bits(s, 5) + 1, n = 0;
    int used = (int)inflate_bits(s, 4) + 4;
    huffman h, d;
    for (int i = 0; i < used; i++)
        lengths[ORDER[i]] = (uint8_t)inflate_bits(s, 3);
    huffman_make(&h, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    while (n < literals + distances && !s->failed) {
        int symbol = huffman_decode(s, &h), repeat = 1;
        uint8_t length = (uint8_t)symbol;
        if (symbol >= 16) {
            length = symbol == 16 && n ? lengths[n - 1] : 0;
            repeat = (symbol == 18 ? 11 : 3) + (int)inflate_bits(s, symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
        }
        if (repeat > literals + distances - n)
            s->failed = true;
        else
            for (; repeat; repeat--)
                lengths[n++] = length;
    }
    if (s->failed || literals > LITERALS)
        s->failed = true;
    else {
        huffman_make(&h, lengths, literals);
        huffman_make(&d, lengths + literals, distances);
        inflate_codes(s, &h, &d);
    }
}

static void inflate_fixed(inflate_stream *s)
{
    uint8_t lengths[LITERALS];
    huffman h, d;
    for (int i = 0; i < LITERALS; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    huffman_make(&h, lengths, LITERALS);
    memset(lengths, 5, DISTANCES);
    huffman_make(&d, lengths, DISTANCES);
    inflate_codes(s, &h, &d);
}

bool inflate_block(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    inflate_stream s = {.in = in, .in_end = in + in_size, .out = out, .out_begin = out, .out_end = out + out_size};
    bool last = false;
    while (!last && !s.failed) {
        last = inflate_bits(&s, 1);
        switch (inflate_bits(&s, 2)) {
        case 0: inflate_stored(&s); break;
        case 1: inflate_fixed(&s); break;
        case 2: inflate_dynamic(&s); break;
        default: s.failed = true;
        }
    }
    return !s.failed && s.out == s.out_end;
}
