/* The player's skeleton of the assignment, its moves replaced by a trace of what it read: the oracle of the reading
 * side. Prints each integer that it got and, when it returns, `rest N`: how many bytes it left in the input. */
#include <stdio.h>

static int leave(void)
{
    int rest = 0;
    while (getchar() != EOF)
        rest++;
    printf("rest %d\n", rest);
    return -1;
}

int main(void)
{
    int p, r, c, n;
    setbuf(stdin, NULL);
    for (;;) {
        if (scanf("%d", &p) != 1)
            return leave();
        printf("%d\n", p);
        for (;;) {
            if ((n = scanf("%d %d", &r, &c)) != 2) {
                if (n == 1)
                    printf("%d\n", r);
                return leave();
            }
            printf("%d\n%d\n", r, c);
            if (r == -1 && c == -1)
                break;
        }
    }
}
