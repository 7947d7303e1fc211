import type { Computed } from "./computations.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import type { Proposals } from "./proposals.ts";

/** What numbers may rest on. */
export interface Grounds {
  readonly index: EvidenceIndex;
  readonly computed: readonly Computed[];
  readonly proposals: Proposals;
  /** Of a text that is not English: its words are read for directions alone, and in a few languages only. */
  readonly language: string | undefined;
}
