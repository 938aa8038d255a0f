import fc from "fast-check";

/** One seed for every property, so that a run can be repeated; `KOHORT_SEED=7` looks elsewhere. A property's own seed stands. */
fc.configureGlobal({ seed: Number(process.env.KOHORT_SEED ?? 1) });
