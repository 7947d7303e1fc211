import type { AnalysisRequest } from "#src/contract/analysis.ts";
import { languageName } from "#src/contract/language.ts";
import { agentNames } from "./agents.ts";

/** `Market, news and social` */
export function analystsText({ analysts }: Pick<AnalysisRequest, "analysts">): string {
  if (analysts.length === 4) return "All analysts";
  const names = analysts.map((analyst) => agentNames[analyst].toLowerCase());
  const text = names.length === 1 ? `${names[0]} analyst only` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function roundsText({ max_debate_rounds: rounds }: Pick<AnalysisRequest, "max_debate_rounds">): string {
  return rounds === 1 ? "1 round" : `${rounds ?? "default"} rounds`;
}

/** `, in German`; nothing for English. */
export function languageText({ language }: Pick<AnalysisRequest, "language">): string {
  return language === undefined ? "" : `, in ${languageName(language)}`;
}
