"""The gradient penalty and its gradient as JAX differentiates them twice, for test/peers/penalty.test.ts.

python test/peers/differentiate_penalty.py test/peers/penalty.json      (pip install jax==0.10.1)

Nets, rows and masks are filled by `fill`, which the test repeats; all in double precision.
"""

import json
import sys

import jax
import numpy

jax.config.update("jax_enable_x64", True)


def fill(start, *shape):
    """Numbers in -1 .. 1 by multiplicative hashing, row after row."""
    index = numpy.arange(start, start + int(numpy.prod(shape)), dtype=numpy.uint64)
    mixed = (index * numpy.uint64(2654435761)) % numpy.uint64(2**32)
    return (mixed.astype(float) / 2**31 - 1).reshape(shape).astype(numpy.float32).astype(float)


def penalty(parameters, rows, masks, strength, centre):
    def score(row, mask):
        value = row
        for layer, (weights, bias) in enumerate(parameters):
            value = value @ weights + bias
            if layer < 2:
                value = jax.numpy.where(value > 0, value, 0.2 * value) * mask[layer]
        return value[0]

    gradients = jax.vmap(jax.grad(score))(rows, masks)
    norms = jax.numpy.sqrt((gradients**2).sum(1))
    return strength * ((norms - centre) ** 2).mean()


def case(widths, count, centre, with_masks):
    scale = [(3 / n) ** 0.5 for n in widths]
    parameters = [
        (fill(1000 * i, a, b) * numpy.float32(scale[i]), fill(7000 * i + 5, b) * numpy.float32(scale[i]))
        for i, (a, b) in enumerate(zip(widths, widths[1:]))
    ]
    parameters = [tuple(part.astype(numpy.float32).astype(float) for part in layer) for layer in parameters]
    rows = fill(31, count, widths[0])
    masks = [(fill(77 + i, count, widths[i + 1]) > 0) * 2.0 if with_masks else numpy.ones((count, widths[i + 1])) for i in (0, 1)]
    value, gradient = jax.value_and_grad(penalty)(parameters, rows, masks, 10.0, centre)
    weights = [numpy.array(part[0]) for part in gradient]
    return {
        "widths": widths,
        "rows": count,
        "centre": centre,
        "masks": with_masks,
        "penalty": float(value),
        "norms": [float(numpy.sqrt((part**2).sum())) for part in weights],
        "first": [part.ravel()[:8].tolist() for part in weights],
        "biases": [float(numpy.abs(numpy.array(part[1])).max()) for part in gradient],
    }


cases = [
    case([110, 256, 256, 1], 100, 1.0, False),
    case([110, 256, 256, 1], 100, 1.0, True),
    case([110, 256, 256, 1], 100, 0.0, False),
    case([23, 18, 31, 1], 7, 1.0, True),
]
json.dump({"jax": jax.__version__, "cases": cases}, open(sys.argv[1], "w"), indent=1)
