"""Faults in C, found in the syntax tree of tree-sitter, which reads a file as it is written: headers alone, macros and
all.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_c

from tests.mutants.mutant import Mutant, distinct, make

Fault = tuple[tree_sitter.Node, tree_sitter.Node, str, str]

OPERATORS = {
    "<": ("<=", "off by one"),
    "<=": ("<", "off by one"),
    ">": (">=", "off by one"),
    ">=": (">", "off by one"),
    "==": ("!=", "other relation"),
    "!=": ("==", "other relation"),
    "&&": ("||", "other connective"),
    "||": ("&&", "other connective"),
    "+": ("-", "other arithmetic"),
    "-": ("+", "other arithmetic"),
    "*": ("+", "other arithmetic"),
    "/": ("*", "other arithmetic"),
    "%": ("/", "other arithmetic"),
    "<<": (">>", "other arithmetic"),
    ">>": ("<<", "other arithmetic"),
    "&": ("|", "other arithmetic"),
    "|": ("&", "other arithmetic"),
    "^": ("|", "other arithmetic"),
    "+=": ("-=", "other assignment"),
    "-=": ("+=", "other assignment"),
    "*=": ("+=", "other assignment"),
    "/=": ("*=", "other assignment"),
    "|=": ("&=", "other assignment"),
    "&=": ("|=", "other assignment"),
    "^=": ("|=", "other assignment"),
    "<<=": (">>=", "other assignment"),
    ">>=": ("<<=", "other assignment"),
}
NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)")
REAL = re.compile(r"(\d+\.\d*)(f?)")
SIMPLE = {"identifier", "field_expression", "subscript_expression"}
# What the compiler judges, or nothing runs: texts of the preprocessor, sizes of arrays and of fields.
UNTOUCHED = {"preproc_include", "preproc_if", "preproc_elif", "preproc_def", "bitfield_clause", "static_assert"}

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_c.language()))


def faults(file: str, source: bytes) -> list[Mutant]:
    """List every fault that can be planted in a file."""
    found = []
    for function, (first, last, operator, after) in _walk(PARSER.parse(source).root_node, "", "int"):
        found.append(make(file, function, source, operator, first.start_byte, last.end_byte, after))
    return distinct(found)


def _walk(node: tree_sitter.Node, function: str, type_: str) -> Iterator[tuple[str, Fault]]:
    if node.is_error or node.type in UNTOUCHED:
        return
    if node.type == "function_definition":
        function, type_ = _name(node), _text(node.child_by_field_name("type"))
    for fault in _of(node, type_):
        yield function, fault
    for child in node.children:
        if not (node.type == "array_declarator" and child == node.child_by_field_name("size")):
            yield from _walk(child, function, type_)


def _of(node: tree_sitter.Node, type_: str) -> Iterator[Fault]:
    """Give the faults of one node."""
    field = node.child_by_field_name
    match node.type:
        case "binary_expression" | "assignment_expression":
            a, op, b = field("left"), field("operator"), field("right")
            if a and op and b and op.type in OPERATORS:
                after, name = OPERATORS[op.type]
                yield a, b, name, _between(a, op) + after + _between(op, b)
        case "unary_expression":
            argument = field("argument")
            if argument:
                yield node, node, "sign dropped", _text(argument)
        case "number_literal":
            if number := NUMBER.fullmatch(_text(node)):
                off = int(number[1], 0 if number[1] != "0" and number[1][1:2] in "xX" else 10) + 1
                yield node, node, "constant off by one", f"{hex(off) if 'x' in number[1] else off}{number[2]}"
            elif number := REAL.fullmatch(_text(node)):
                yield node, node, "constant off by one", f"{float(number[1]) + 1}{number[2]}"
        case "if_statement" | "while_statement" | "do_statement":
            condition = field("condition")
            if condition:
                yield condition, condition, "condition negated", f"(!{_text(condition)})"
        case "conditional_expression":
            yes, no = field("consequence"), field("alternative")
            if yes and no:
                yield yes, no, "branches exchanged", _exchanged(yes, no)
        case "expression_statement" if node.named_child_count and (node.parent and node.parent.type != "for_statement"):
            yield node, node, "statement deleted", ";"
        case "break_statement" | "continue_statement":
            yield node, node, "statement deleted", ";"
        case "return_statement" if node.named_child_count:
            value = node.named_children[0]
            yield value, value, "constant returned", f"!({_text(value)})" if type_ == "bool" else "0"
        case "subscript_expression":
            inner = field("argument")
            if inner and inner.type == "subscript_expression":
                first, second = inner.child_by_field_name("index"), field("index")
                if first and second:
                    yield first, second, "indices exchanged", _exchanged(first, second)
        case "argument_list" | "initializer_list":
            what = "arguments" if node.type == "argument_list" else "elements"
            items = [child for child in node.named_children if child.type != "comment"]
            for one, two in itertools.pairwise(items):
                if one.type in SIMPLE and two.type in SIMPLE:
                    yield one, two, f"{what} exchanged", _exchanged(one, two)
                    break


def _text(node: tree_sitter.Node | None) -> str:
    return (node.text or b"").decode() if node else ""


def _between(a: tree_sitter.Node, b: tree_sitter.Node) -> str:
    """Give the text from the begin of `a` to the end of `b`, but the operator among the two."""
    assert a.parent
    assert a.parent.text
    start = a.parent.start_byte
    operator_first = a.type in OPERATORS
    first, last = (a.end_byte, b.end_byte) if operator_first else (a.start_byte, b.start_byte)
    return a.parent.text[first - start : last - start].decode()


def _exchanged(a: tree_sitter.Node, b: tree_sitter.Node) -> str:
    """Write `b`, what stands between them, and `a`."""
    node = a
    while node.parent and node.end_byte < b.end_byte:
        node = node.parent
    text = node.text or b""
    return _text(b) + text[a.end_byte - node.start_byte : b.start_byte - node.start_byte].decode() + _text(a)


def _name(function: tree_sitter.Node) -> str:
    node = function.child_by_field_name("declarator")
    while node and node.type != "identifier":
        node = node.child_by_field_name("declarator")
    return _text(node)
