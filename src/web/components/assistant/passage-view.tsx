"use client";

import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Claim } from "#src/contract/assistant.ts";
import { citedPassage } from "#src/web/actions/assistant.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Spinner } from "#src/web/components/ui/spinner.tsx";
import { useAnswer } from "#src/web/components/ui/use-action.ts";
import { Place } from "./answer-view.tsx";

/** The passage that a claim rests on, with the quote marked, and the way to its page. */
export function PassageView({ claim, back }: { claim: Claim; back: () => void }) {
  const { passage: ref, quote } = claim;
  const { value: passage, failure } = useAnswer(citedPassage, ref.id);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
      <Button ref={button} variant="ghost" size="sm" className="mb-3 -ml-2" onClick={back}>
        <ArrowLeft aria-hidden /> Back to the answer
      </Button>
      <p className="text-xs text-muted">{ref.title}</p>
      <h2 className="mb-3 text-base font-semibold">{ref.heading ?? ref.title}</h2>
      <FailureAlert failure={failure} title="The passage could not be loaded" />
      {passage === null && failure === null ? <Spinner label="Loading the passage" /> : null}
      {passage === null ? null : <Marked text={passage.text} quote={quote} />}
      <p className="mt-4">
        <Place url={ref.url} title="Open the page at this place" />
      </p>
    </div>
  );
}

/** Line breaks do not count in a quote. A passage that has changed since shows no mark. */
function Marked({ text, quote }: { text: string; quote: string }) {
  const pattern = quote
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const found = new RegExp(pattern).exec(text);
  const at = found?.index ?? text.length;
  const length = found?.[0].length ?? 0;
  return (
    <div className="leading-relaxed wrap-anywhere whitespace-pre-line">
      {text.slice(0, at)}
      {length === 0 ? null : <mark className="rounded-sm bg-accent-soft text-ink">{text.slice(at, at + length)}</mark>}
      {text.slice(at + length)}
    </div>
  );
}
