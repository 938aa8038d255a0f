import type { Task } from "../base/index.ts";
import {
  type CganModel,
  type Classification,
  judge,
  judgeCgan,
  type Rows,
  type Shape,
  withKnown,
} from "../synthesis/index.ts";

/** How well a conditional GAN's own discriminator tells the label of rows. */
export function* selfJudged(model: CganModel, tested: Rows, label: string): Task<Classification> {
  const place = model.shapes.findIndex(({ name }) => name === label);
  const { labels } = model.shapes[place] as Extract<Shape, { kind: "category" }>;
  const known = withKnown(tested, place);
  const chances = yield* judgeCgan(model, known);
  return judge(chances, known.columns[place], labels);
}
