"""The forward pass in vector instructions, which loops in numba do not become: too many arrays might overlap."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_LANES = 16
_VECTORS = 4
#: Hidden units come in whole blocks, whose sums stay in registers while the rows are added.
BLOCK = _LANES * _VECTORS

_INT = ir.IntType(64)
_FLOAT = ir.FloatType()
_VECTOR = ir.VectorType(_FLOAT, _LANES)
_FAST = ("fast",)


def _function(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, arguments), name)


@intrinsic
def forward(
    typingctx: Any, first: Any, second: Any, base: Any, rows: Any, scales: Any, size: Any, sums: Any, outputs: Any
) -> Any:
    """``sums = base + scales[:size] @ first[rows[:size]]``; ``outputs`` (3,) the sums before the logistic function.

    ``first`` (inputs, hidden), ``second`` (3, hidden + 1), all contiguous float32, hidden a multiple of ``BLOCK``.
    """

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        weights, outer, start, numbers, factors, target, results = [
            context.make_array(kind)(context, builder, arg)
            for kind, arg in zip(signature.args, args, strict=True)
            if isinstance(kind, types.Array)
        ]
        hidden = cgutils.unpack_tuple(builder, weights.shape)[1]
        stride = cgutils.unpack_tuple(builder, outer.shape)[1]

        def vector_at(data: Any, index: Any) -> Any:
            return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())

        def load(data: Any, index: Any) -> Any:
            value = builder.load(vector_at(data, index))
            value.align = 4
            return value

        zero, one = ir.Constant(_VECTOR, [0.0] * _LANES), ir.Constant(_VECTOR, [1.0] * _LANES)
        absolute = _function(builder, "llvm.fabs.v16f32", _VECTOR, [_VECTOR])
        reduce = _function(builder, "llvm.vector.reduce.fadd.v16f32", _FLOAT, [_FLOAT, _VECTOR])
        totals = [cgutils.alloca_once_value(builder, zero) for _ in range(3)]
        sum_slots = [cgutils.alloca_once(builder, _VECTOR) for _ in range(_VECTORS)]
        with cgutils.for_range_slice(builder, _INT(0), hidden, _INT(BLOCK), _INT) as (block, _):
            places = [builder.add(block, _INT(_LANES * part)) for part in range(_VECTORS)]
            for slot, place in zip(sum_slots, places, strict=True):
                builder.store(load(start.data, place), slot)
            with cgutils.for_range(builder, args[5]) as loop:
                row = builder.mul(builder.load(builder.gep(numbers.data, [loop.index])), hidden)
                factor = builder.load(builder.gep(factors.data, [loop.index]))
                single = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), factor, ir.IntType(32)(0))
                spread = ir.Constant(ir.VectorType(ir.IntType(32), _LANES), [0] * _LANES)
                scale = builder.shuffle_vector(single, ir.Constant(_VECTOR, ir.Undefined), spread)
                for slot, place in zip(sum_slots, places, strict=True):
                    product = builder.fmul(scale, load(weights.data, builder.add(row, place)), flags=_FAST)
                    builder.store(builder.fadd(builder.load(slot), product, flags=_FAST), slot)
            for slot, place in zip(sum_slots, places, strict=True):
                total = builder.load(slot)
                stored = builder.store(total, vector_at(target.data, place))
                stored.align = 4
                size_of = builder.fadd(one, builder.call(absolute, [total]), flags=_FAST)
                active = builder.fdiv(total, size_of, flags=_FAST)
                for output, slot_of in enumerate(totals):
                    factor_at = builder.add(builder.mul(stride, _INT(output)), place)
                    product = builder.fmul(active, load(outer.data, factor_at), flags=_FAST)
                    builder.store(builder.fadd(builder.load(slot_of), product, flags=_FAST), slot_of)
        for output, slot_of in enumerate(totals):
            bias = builder.load(builder.gep(outer.data, [builder.add(builder.mul(stride, _INT(output)), hidden)]))
            total = builder.call(reduce, [bias, builder.load(slot_of)], fastmath=_FAST)
            builder.store(total, builder.gep(results.data, [_INT(output)]))
        return context.get_dummy_value()

    return types.void(first, second, base, rows, scales, size, sums, outputs), code
