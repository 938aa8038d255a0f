/** A level of risk by which people publish. */
export type RiskPreset = {
  /** The smallest cohort it asks for. */
  readonly k: number;
  /** The highest risk it allows, 1 / k. */
  readonly atMost: number;
  /** The same as it is printed in guidelines. */
  readonly printed: string;
  /** Who uses it, and for whom. */
  readonly usedBy: string;
};

function preset(k: number, printed: string, usedBy: string): RiskPreset {
  return { k, atMost: 1 / k, printed, usedBy };
}

/**
 * Levels of risk by who will read a release. They inform and certify nothing: 0.09 stands for 1/11, which k = 11 meets
 * and k = 10 does not, while a literal 0.09 would need k = 12.
 */
export const riskPresets: Readonly<Record<"internal" | "controlled" | "public" | "strict", RiskPreset>> = {
  internal: preset(3, "0.33", "colleagues under the same rules as the data's keeper"),
  controlled: preset(5, "0.2", "named recipients under a contract; common for health research data"),
  public: preset(11, "0.09", "European Medicines Agency policy 0070, Health Canada, public releases in the US"),
  strict: preset(20, "0.05", "public releases of data that would harm people, with more caution"),
};

/** The name of a level of risk. */
export type RiskPresetName = keyof typeof riskPresets;
