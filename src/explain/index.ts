export type { Topic, TopicGroup } from "./topic.ts";
export { topicGroups, topics } from "./topics.ts";
