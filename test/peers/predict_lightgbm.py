"""LightGBM 4.7's predictions for test/peers/lightgbm.test.ts.

KOHORT_PEERS=/tmp/peers npx vitest run test/peers/lightgbm.test.ts    writes the tables
python test/peers/predict_lightgbm.py /tmp/peers test/peers/lightgbm.json      (pip install lightgbm==4.7.0) fits and predicts
"""

import json
import sys

import lightgbm
import numpy

folder, target = sys.argv[1:]
found = {"lightgbm": lightgbm.__version__, "seed": 1}
for name in ["binary", "multiclass", "regression", "adult"]:
    table = json.load(open(f"{folder}/{name}.json"))
    x = numpy.array([[numpy.nan if v is None else v for v in column] for column in table["columns"]]).T
    y = numpy.array(table["target"])
    settings = {"objective": table["objective"], "num_threads": 1, "verbosity": -1}
    if table["objective"] == "multiclass":
        settings["num_class"] = 3
    train, test = table["train"], table["test"]
    model = lightgbm.train(settings, lightgbm.Dataset(x[train], y[train]), 100 if name == "adult" else 30)
    predictions = model.predict(x[test])
    kept = 400 if name == "adult" else 60
    found[name] = {"mean": float(predictions.mean()), "first": numpy.ravel(predictions[:kept]).tolist()}
json.dump(found, open(target, "w"), indent=1)
