"""What native LightGBM and numpy need for the work of bench/learning.mjs, in processor seconds, one thread.

KOHORT_PYTHON names a Python with lightgbm 4.7 and numpy; without it these lines are left out.
"""

import json
import sys
import time

import numpy as np


def boosting(path):
    import lightgbm

    table = json.load(open(path))
    x, y = np.array(table["columns"], dtype=float).T, np.array(table["target"])
    settings = {"objective": "binary", "num_threads": 1, "verbosity": -1}
    seconds = []
    for _ in range(3):
        began = time.process_time()
        lightgbm.train(settings, lightgbm.Dataset(x, y), 100)
        seconds.append(time.process_time() - began)
    return min(seconds)


def net(widths):
    return [[np.random.randn(a, b).astype("f") * 0.05, np.zeros(b, "f")] for a, b in zip(widths, widths[1:])]


def forward(layers, x):
    values = [x]
    for i, (w, b) in enumerate(layers):
        x = x @ w + b
        if i < len(layers) - 1:
            x = np.where(x > 0, x, np.float32(0.2) * x)
        values.append(x)
    return values


def backward(layers, values, d, weights, whole):
    found = []
    for i in range(len(layers) - 1, -1, -1):
        if i < len(layers) - 1:
            d = d * np.where(values[i + 1] > 0, np.float32(1), np.float32(0.2))
        if weights:
            found.append((values[i].T @ d, d.sum(0)))
        if i > 0 or whole:
            d = d @ layers[i][0].T
    return found[::-1], d


def adam(layers, memory, found, t):
    for layer, kept, pair in zip(layers, memory, found):
        for i in (0, 1):
            mean, square = kept[i]
            mean *= np.float32(0.5)
            mean += np.float32(0.5) * pair[i]
            square *= np.float32(0.999)
            square += np.float32(0.001) * pair[i] * pair[i]
            layer[i] -= np.float32(2e-4 / (1 - 0.5**t)) * mean / (np.sqrt(square / np.float32(1 - 0.999**t)) + np.float32(1e-8))


def steps():
    g, d = net([130, 256, 256, 108]), net([110, 256, 256, 1])
    kept = [[[[np.zeros_like(v), np.zeros_like(v)] for v in layer] for layer in layers] for layers in (g, d)]
    z, x = np.random.randn(500, 130).astype("f"), np.random.randn(1000, 110).astype("f")
    best = 0.0
    for _ in range(3):
        began = time.process_time()
        for t in range(1, 21):
            made, seen = forward(g, z), forward(d, x)
            adam(d, kept[1], backward(d, seen, np.full((1000, 1), 1e-3, "f"), True, False)[0], t)
            seen = forward(d, x[:500])
            _, pull = backward(d, seen, np.full((500, 1), 1e-3, "f"), False, True)
            adam(g, kept[0], backward(g, made, pull[:, :108], True, False)[0], t)
        best = max(best, 20 / (time.process_time() - began))
    return best


print(json.dumps({"boosting": boosting(sys.argv[1]), "steps": steps()}))
