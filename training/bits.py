"""Operations on masks that numba does not offer: one machine instruction each."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_INT64 = ir.IntType(64)
_FALSE = ir.Constant(ir.IntType(1), 0)


@intrinsic
def lowest(typingctx: Any, mask: Any) -> Any:
    """Number of the lowest bit that is set; 64 when none is."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], _FALSE)

    return types.int64(types.int64), code


@intrinsic
def length(typingctx: Any, mask: Any) -> Any:
    """One more than the number of the highest bit that is set; 0 when none is."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.sub(ir.Constant(_INT64, 64), builder.ctlz(args[0], _FALSE))

    return types.int64(types.int64), code


@intrinsic
def count(typingctx: Any, mask: Any) -> Any:
    """How many bits are set."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@intrinsic
def reverse(typingctx: Any, mask: Any) -> Any:
    """Bit 63 becomes bit 0 and so on."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitreverse(args[0])

    return types.int64(types.int64), code
