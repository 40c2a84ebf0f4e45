"""Where games were lost: engines judge every position, and what each move gave away follows from that."""
