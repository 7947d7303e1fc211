import type { AnswerKind, Claim, PlaceLink } from "#src/contract/jobs/assistant.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { Declared } from "../lib/declared.ts";
import type { Knowledge } from "../lib/knowledge.ts";
import type { AssistantModel } from "./model.ts";

export interface AnswerTools {
  readonly knowledge: Knowledge;
  /** `null`: it is a search, and answers only what a page declares. */
  readonly model: AssistantModel | null;
  readonly declared: Declared;
  readonly log: Pick<Log, "warn" | "info">;
}

/** An answer as it comes about. What was told is never taken back. */
export type AnswerEvent =
  | { readonly type: "progress"; readonly stage: "searching" | "reading"; readonly passages: number }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "claim"; readonly claim: Claim }
  | { readonly type: "links"; readonly links: readonly PlaceLink[] }
  | { readonly type: "end"; readonly kind: AnswerKind };

/** All else the assistant says is a claim with its quote. */
export const notes = {
  refused:
    "I could not find an answer in the help centre, the blog or the API reference. These pages are the closest match:",
  refusedBare: "I could not find an answer in the help centre, the blog or the API reference.",
  market:
    "I cannot give an opinion on a stock or coin, and I have no prices. Start an analysis to see the arguments and evidence as of a date.",
  account: "I cannot see your account. You can find it here:",
  quoted: "No language model is set up, so these are quotes from the pages that match best:",
  modelFailed: "The language model did not respond, so these are quotes from the pages that match best:",
  stated: "No language model is set up, so this is a quote:",
  modelFailedStated: "The language model did not respond, so this is a quote:",
  notInReport: "This report does not say.",
  reportAlone: "The language model did not respond, so these are the report's own words:",
} as const;

/** An answer in fixed words. */
export async function* fixed(kind: AnswerKind, note: string, links: readonly PlaceLink[]): AsyncGenerator<AnswerEvent> {
  yield { type: "note", text: note };
  if (links.length > 0) yield { type: "links", links };
  yield { type: "end", kind };
}
