import { describe } from "vitest";
import { equalsBruteForce } from "../algorithms/cell/equality.ts";

describe("exact and mingen", () => {
  equalsBruteForce(1000, 300);
});
