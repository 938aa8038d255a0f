import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "../../src/base/index.ts";
import { countPeople, personRows } from "../../src/cohort/index.ts";
import { personsOf } from "../../src/cohort/persons.ts";
import { labelsFrom } from "../../src/table/labels.ts";

const values = 4;
const tuples = 9;
const labels = labelsFrom(Array.from("abcdefgh ", (one) => one.trim()));

/** Rows of (person or nobody known, tuple); the value of a tuple is a function of it, as in an encoded problem. */
const rowsOf = fc.array(fc.tuple(fc.option(fc.nat(7), { freq: 5 }), fc.nat(tuples - 1)), { maxLength: 60 });

test("people of a union of tuples are the size of the union of persons, never a sum", () => {
  let merged = 0;
  fc.assert(
    fc.property(rowsOf, fc.uint8Array({ minLength: tuples, maxLength: tuples, max: values - 1 }), (rows, value) => {
      const codes = Uint8Array.from(rows, ([person]) => person ?? 8);
      const people = personRows({ codes, labels, missing: [8] });
      const tupleOf = Uint32Array.from(rows, ([, tuple]) => tuple);
      const sensitive = [{ codes: value, totals: new Float64Array(values) }];
      const persons = finish(personsOf(people, tupleOf, tuples, sensitive));
      const counter = countPeople(persons, sensitive);
      for (let chosen = 0; chosen < 1 << tuples; chosen += 1 + (chosen % 5)) {
        const set = Uint32Array.from({ length: tuples }, (_, tuple) => tuple).filter((tuple) => (chosen >> tuple) & 1);
        const members = rows.filter(([, tuple]) => (chosen >> tuple) & 1);
        const known = new Set(members.flatMap(([person]) => (person === null ? [] : [person])));
        const pairs = new Set(members.map(([person, tuple], row) => `${person ?? `row ${row}`}:${value[tuple]}`));
        const counts = [0, 1, 2, 3].map((one) => [...pairs].filter((pair) => pair.endsWith(`:${one}`)).length);
        const found = counter.counts(set);
        expect(found.people).toBe(known.size);
        expect([...found.histograms[0]]).toEqual(counts);
        expect(counter.people(set)).toBe(known.size);
        merged += 1;
      }
    }),
    { numRuns: 150 },
  );
  expect(merged).toBeGreaterThan(10_000);
});
