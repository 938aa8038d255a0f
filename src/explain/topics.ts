import { attackTopics } from "./attacks.ts";
import { cellSearchTopics } from "./cell-search.ts";
import { codeTopics } from "./codes.ts";
import { hierarchyTopics } from "./hierarchies.ts";
import { identifierTopics } from "./identifiers.ts";
import { latticeTopics } from "./lattice.ts";
import { methodTopics } from "./method.ts";
import { modelTopics } from "./models.ts";
import { preparingTopics } from "./preparing.ts";
import { privacyTopics } from "./privacy.ts";
import { qualityTopics } from "./quality.ts";
import { recipeTopics } from "./recipes.ts";
import { riskTopics } from "./risk.ts";
import { synthesisTopics } from "./synthesis.ts";
import type { Topic, TopicGroup } from "./topic.ts";

/** Every topic, in groups. */
export const topicGroups: readonly TopicGroup[] = [
  privacyTopics,
  modelTopics,
  riskTopics,
  attackTopics,
  methodTopics,
  latticeTopics,
  cellSearchTopics,
  qualityTopics,
  synthesisTopics,
  hierarchyTopics,
  identifierTopics,
  preparingTopics,
  recipeTopics,
  codeTopics,
];

/** Every topic in one list. */
export const topics: readonly Topic[] = topicGroups.flatMap((group) => group.topics);
