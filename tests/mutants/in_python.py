"""Faults in Python, found in the syntax tree and planted in the text, so that all else stays as it is written."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator

from tests.mutants.mutant import Mutant, distinct, make

Fault = tuple[ast.AST, ast.AST, str, str]
"""From which node to which, the operator, and the text that is planted."""

Text = Callable[[ast.AST], str]
Between = Callable[[ast.AST, ast.AST], str]

COMPARED: dict[type[ast.cmpop], tuple[str, str, str]] = {
    ast.Lt: (r"<", "<=", "off by one"),
    ast.LtE: (r"<=", "<", "off by one"),
    ast.Gt: (r">", ">=", "off by one"),
    ast.GtE: (r">=", ">", "off by one"),
    ast.Eq: (r"==", "!=", "other relation"),
    ast.NotEq: (r"!=", "==", "other relation"),
    ast.Is: (r"\bis\b", "is not", "other relation"),
    ast.IsNot: (r"\bis\s+not\b", "is", "other relation"),
    ast.In: (r"\bin\b", "not in", "other relation"),
    ast.NotIn: (r"\bnot\s+in\b", "in", "other relation"),
}
COMPUTED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: (r"-", "+"),
    ast.Mult: (r"\*", "+"),
    ast.Div: (r"/", "*"),
    ast.FloorDiv: (r"//", "*"),
    ast.Mod: (r"%", "+"),
    ast.LShift: (r"<<", ">>"),
    ast.RShift: (r">>", "<<"),
    ast.BitAnd: (r"&", "|"),
    ast.BitOr: (r"\|", "&"),
    ast.BitXor: (r"\^", "|"),
}
EMPTY = {"int": "0", "float": "0.0", "str": '""', "bytes": 'b""', "list": "[]", "dict": "{}", "tuple": "()"}
SIMPLE = (ast.Name, ast.Attribute, ast.Subscript)
QUERY = re.compile(r"\b(?:SELECT|INSERT|WHERE|ORDER|GROUP)\b")
LISTED = re.compile(r"\b([a-z_]+), ([a-z_]+)\b")
# What runs when a program is imported or nothing depends on: annotations, decorators, texts for people.
UNTOUCHED = {"annotation", "returns", "decorator_list", "bases", "exc", "cause", "msg"}

GUARDS = {"strict"}
"""Arguments that only guard against mistakes of ours."""


def faults(file: str, source: bytes) -> list[Mutant]:
    """List every fault that can be planted in a file."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(node: ast.AST) -> tuple[int, int]:
        n = node  # every expression and statement has a place
        assert isinstance(n, (ast.expr, ast.stmt))
        assert n.end_lineno is not None
        assert n.end_col_offset is not None
        return starts[n.lineno - 1] + n.col_offset, starts[n.end_lineno - 1] + n.end_col_offset

    def text(node: ast.AST) -> str:
        start, end = place(node)
        return source[start:end].decode()

    def between(left: ast.AST, right: ast.AST) -> str:
        return source[place(left)[1] : place(right)[0]].decode()

    def walk(node: ast.AST, function: str, annotation: str) -> Iterator[tuple[str, Fault]]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            function = f"{function}.{node.name}".removeprefix(".")
            annotation = text(node.returns) if node.returns else ""
        elif isinstance(node, ast.ClassDef):
            function = f"{function}.{node.name}".removeprefix(".")
        for fault in _of(node, annotation, text, between):
            yield function, fault
        for name, value in ast.iter_fields(node):
            if name in UNTOUCHED or isinstance(node, ast.JoinedStr):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not (isinstance(child, ast.keyword) and child.arg in GUARDS):
                    yield from walk(child, function, annotation)

    found = []
    for function, (first, last, operator, after) in walk(ast.parse(source), "", ""):
        found.append(make(file, function, source, operator, place(first)[0], place(last)[1], after))
    return distinct(found)


def _of(node: ast.AST, annotation: str, text: Text, between: Between) -> Iterator[Fault]:
    """Give the faults of one node."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=rights):
            for a, op, b in zip([left, *rights], ops, rights, strict=False):
                token, other, name = COMPARED[type(op)]
                yield a, b, name, text(a) + _swap(token, other, between(a, b)) + text(b)
        case ast.BoolOp(op=op, values=[a, b, *_]):
            token, other = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
            yield a, b, "other connective", text(a) + _swap(rf"\b{token}\b", other, between(a, b)) + text(b)
        case ast.BinOp(left=a, op=op, right=b) if type(op) in COMPUTED and not _is_text(a):
            token, other = COMPUTED[type(op)]
            yield a, b, "other arithmetic", text(a) + _swap(token, other, between(a, b)) + text(b)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, node, "sign dropped", text(operand)
        case ast.Constant(value=bool(value)):
            yield node, node, "other constant", str(not value)
        case ast.Constant(value=int(value)):
            yield node, node, "constant off by one", str(value + 1)
        case ast.Constant(value=float(value)):
            yield node, node, "constant off by one", str(value + 1)
        case ast.Constant(value=str(value)) if QUERY.search(value):
            yield node, node, "names exchanged", LISTED.sub(r"\2, \1", text(node), count=1)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, test, "condition negated", f"not ({text(test)})"
        case ast.comprehension(ifs=[test, *_]):
            yield test, test, "condition negated", f"(not ({text(test)}))"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break() | ast.Raise():
            yield node, node, "statement deleted", "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, node, "statement deleted", "pass"
        case ast.Return(value=ast.expr() as value):
            yield value, value, "constant returned", _constant(annotation, text(value))
        case ast.Subscript(value=ast.Subscript(slice=a) as inner, slice=b):
            yield node, node, "indices exchanged", f"{text(inner.value)}[{text(b)}][{text(a)}]"
    match node:
        case ast.Call(func=ast.Name(id="max" | "min")):
            return
        case ast.Call(args=[*args]) | ast.Tuple(elts=[*args]):
            what = "arguments" if isinstance(node, ast.Call) else "elements"
            for a, b in itertools.pairwise(args):
                if isinstance(a, SIMPLE) and isinstance(b, SIMPLE):
                    yield a, b, f"{what} exchanged", text(b) + between(a, b) + text(a)
                    break


def _swap(token: str, other: str, gap: str) -> str:
    return re.sub(token, other.replace("\\", ""), gap, count=1)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _constant(annotation: str, before: str) -> str:
    """Choose what is returned instead, of the type that the function promises."""
    if annotation == "bool":
        return f"not ({before})"
    return EMPTY.get(annotation.partition("[")[0], "None")
