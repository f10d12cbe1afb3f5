"""The small changes that can be made to a source file.

They are found in the syntax tree and made in the text, so that everything else in the file stays as it is. Left out is
what changes nothing that a program does (docstrings, annotations, assertions, what goes into the log) and text for
people.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: (r"==", "!="),
    ast.NotEq: (r"!=", "=="),
    ast.Lt: (r"<", "<="),
    ast.LtE: (r"<=", "<"),
    ast.Gt: (r">", ">="),
    ast.GtE: (r">=", ">"),
    ast.Is: (r"\bis\b", "is not"),
    ast.IsNot: (r"\bis\s+not\b", "is"),
    ast.In: (r"\bin\b", "not in"),
    ast.NotIn: (r"\bnot\s+in\b", "in"),
}
#: Exchanging what these are given changes nothing, or fails whatever is tested.
_NOT_SWAPPED = {
    "min",
    "max",
    "isinstance",
    "getattr",
    "print",
    "cast",
    "zip",
    "gather",
    "and_",
    "or_",
    "Table",
    "Column",
}
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, order=True)
class Mutation:
    """One change: the bytes from ``start`` to ``end`` become ``new``. Sorts by place."""

    start: int
    end: int
    kind: str
    new: str
    line: int

    def apply(self, source: bytes) -> bytes:
        """The changed file."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def mutations(source: bytes) -> list[Mutation]:
    """Every change to a file, in the order of the file. A few leave it unreadable: see ``is_valid``."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    return sorted(set(finder.found))


def is_valid(source: bytes) -> bool:
    """Whether Python can read a file."""
    try:
        compile(source, "changed", "exec")
    except SyntaxError:
        return False
    return True


class _Finder(ast.NodeVisitor):
    """Collects the changes of one file."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self.found: list[Mutation] = []

    # --- places ---

    def _start(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._lines[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr | ast.stmt) -> str:
        return self._source[self._start(node) : self._end(node)].decode()

    def _add(self, kind: str, start: int, end: int, new: str) -> None:
        line = self._source.count(b"\n", 0, start) + 1
        self.found.append(Mutation(start, end, kind, new, line))

    def _put(self, kind: str, node: ast.expr | ast.stmt, new: str) -> None:
        self._add(kind, self._start(node), self._end(node), new)

    def _between(self, kind: str, left: ast.expr, right: ast.expr, pattern: str, new: str) -> None:
        """Change the operator between two operands, which may stand in parentheses."""
        start, end = self._end(left), self._start(right)
        if found := re.search(pattern, self._source[start:end].decode()):
            self._add(kind, start + found.start(), start + found.end(), new)

    # --- what is left alone ---

    def visit_Assert(self, node: ast.Assert) -> None: ...

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None: ...  # no exact places in these before 3.12

    def visit_match_case(self, node: ast.match_case) -> None:
        for part in (*([node.guard] if node.guard else []), *node.body):
            self.visit(part)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and not self._text(node.annotation).startswith("TypeAlias"):
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None: ...

    # --- statements ---

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in ast.dump(node.test):
            return
        if not node.orelse and isinstance(node.body[-1], _LEAVES):
            self._put("guard removed", node.test, "False")
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._negate(test)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        """Turn a condition round, unless changing its only operator does the same."""
        negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        turned = isinstance(test, ast.Compare) and isinstance(
            test.ops[0], ast.Eq | ast.NotEq | ast.Is | ast.IsNot | ast.In | ast.NotIn
        )
        if not (negated or turned):
            self._put("condition negated", test, f"not ({self._text(test)})")

    def visit_Expr(self, node: ast.Expr) -> None:
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(value, ast.Call) and not _is_log(value):
            self._put("statement removed", node, "pass")
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self._put("statement removed", node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._put("statement removed", node, "pass")
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self._put("statement removed", node, "pass")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._put("returns None", node.value, "None")
        self.generic_visit(node)

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        own = list(_own_nodes(node))
        returns = any(isinstance(part, ast.Return) and part.value is not None for part in own)
        generates = any(isinstance(part, ast.Yield | ast.YieldFrom) for part in own)
        nothing = not body or isinstance(body[0], ast.Pass | ast.Raise) or node.name == "__init__"
        if not (returns or generates or nothing) and body[0].lineno != node.lineno:
            start = self._start(body[0])
            self._add("returns early", start, start, f"return None\n{' ' * body[0].col_offset}")
        for decorator in node.decorator_list:
            self.visit(decorator)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        for part in body:
            self.visit(part)

    visit_FunctionDef = _visit_function  # noqa: N815
    visit_AsyncFunctionDef = _visit_function  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            self.visit(part)

    # --- expressions ---

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            self._between("comparison", left, right, *_COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between("and, or", left, right, rf"\b{old}\b", new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add("not removed", self._start(node), self._start(node) + len("not "), "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._put("constant", node, str(not node.value))
        elif isinstance(node.value, int | float):
            self._put("constant", node, f"{node.value + 1}")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        # A type with its arguments, such as Button[View], is no place in anything.
        if not isinstance(node.value, ast.Name) or not node.value.id[:1].isupper():
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if _is_log(node) or _name(node.func) in ("cast", "TypeVar", "dataclass"):
            return
        if len(node.args) > 1 and _name(node.func) not in _NOT_SWAPPED:
            # The last two, which are of one kind more often than the first.
            self._swap(*node.args[-2:])
        for keyword in node.keywords:
            words = isinstance(keyword.value, ast.JoinedStr) or (
                isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
            )
            if keyword.arg is not None and not words:
                end = self._end(keyword)
                comma = re.match(rb"\s*,\s*", self._source[end:])
                self._add("keyword removed", self._start(keyword), end + (comma.end() if comma else 0), "")
        self.generic_visit(node)

    def _swap(self, first: ast.expr, second: ast.expr) -> None:
        texts = self._text(first), self._text(second)
        starred = isinstance(first, ast.Starred) or isinstance(second, ast.Starred)
        if not starred and texts[0] != texts[1]:
            between = self._source[self._end(first) : self._start(second)].decode()
            self._add("arguments swapped", self._start(first), self._end(second), between.join(reversed(texts)))


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, but not in functions inside it."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, (*_FUNCTIONS, ast.Lambda)):
            yield child
            yield from _own_nodes(child)


def _is_log(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and _name(call.func.value) in ("log", "logging", "warnings")


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
