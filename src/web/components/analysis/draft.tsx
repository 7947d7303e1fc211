"use client";

import { memo } from "react";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { createReader } from "#src/report/text/prose.ts";
import { Prose } from "./report/prose.tsx";

export interface DraftProps {
  readonly text: string;
  /** Of a text that is finished. */
  readonly spans: readonly TextSpan[];
}

const reader = createReader(null);

/**
 * Prose as it comes: half a statement is markdown too. Its evidence is not on this page, so nothing in it leads
 * anywhere. With each word that one agent says all others are rendered too, and need not be parsed again.
 */
export const Draft = memo(function Draft(statement: DraftProps) {
  return <Prose words={reader.prose(statement).words} linked={false} dir="auto" />;
});
