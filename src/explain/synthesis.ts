import type { TopicGroup } from "./topic.ts";

/** What is said about made rows. */
export const synthesisTopics: TopicGroup = {
  title: "Synthesis",
  topics: [
    {
      name: "synthesis",
      also: ["synthesize", "synthetic", "cgan", "ctgan", "gan"],
      sentence:
        "A model learns what rows look like and makes new ones; its values were learned from people and may be theirs.",
      formula: `cgan    noise and label → row; a second net tells made from real rows and teaches the first
ctgan   the same for tables: modes of numbers, soft choices, conditions on categories
trees   columns one after the other, each by boosted trees given those before`,
      paper: "M. Mirza and S. Osindero, Conditional generative adversarial nets, 2014; L. Xu et al., NeurIPS 2019",
      example: "kohort synthesize adult.csv --label income --from release.csv -o synthetic.csv --report report.html",
      limits:
        "Made rows carry no guarantee: a model can learn single rows by heart. That is why they are attacked before they are reported.",
      see: ["synthetic-attacks", "k-anonymity"],
    },
    {
      name: "synthetic-attacks",
      also: ["membership", "singling-out", "linkability", "distance-to-closest", "copies"],
      sentence: "Made rows leak when an attack works better on people who were trained on than on others like them.",
      formula: `success − control, with a 95 % interval; a leak when the interval, widened for six attacks, lies above 0`,
      paper: "M. Giomi et al., A unified framework for quantifying privacy risk in synthetic data, PETS 2023",
      example: `inference   success 0.73, control 0.76    guessing works as well on people the model never saw: no leak
copies      success 0.10, control 0.00    a tenth of the training rows stand there as they were: a leak`,
      limits: "Nothing found is not a proof that there is nothing to find.",
      see: ["synthesis"],
    },
  ],
};
