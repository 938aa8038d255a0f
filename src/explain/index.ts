export { nearTopics } from "./near.ts";
export type { Topic } from "./topic.ts";
export { topicGroups, topics } from "./topics.ts";
