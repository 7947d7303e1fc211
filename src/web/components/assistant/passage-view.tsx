"use client";

import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Claim, Passage } from "#src/contract/assistant.ts";
import { citedPassage } from "#src/web/actions/assistant.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Spinner } from "#src/web/components/ui/spinner.tsx";
import { Place } from "./answer-view.tsx";

/** The passage that a claim rests on, with the quote marked, and the way to its page. */
export function PassageView({ claim, back }: { claim: Claim; back: () => void }) {
  const { passage: ref, quote } = claim;
  const [passage, setPassage] = useState<Passage | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    let here = true;
    const load = async () => {
      const read = await citedPassage(ref.id);
      if (!here) return;
      if (read.ok) setPassage(read.value);
      else setFault(read.message);
    };
    void load();
    return () => {
      here = false;
    };
  }, [ref.id]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
      <Button ref={button} variant="ghost" size="sm" className="mb-3 -ml-2" onClick={back}>
        <ArrowLeft aria-hidden /> Back to the answer
      </Button>
      <p className="text-xs text-muted">{ref.title}</p>
      <h2 className="mb-3 text-base font-semibold">{ref.heading ?? ref.title}</h2>
      {fault === null ? null : (
        <p role="alert" className="rounded-md bg-negative-soft px-3 py-2 text-negative">
          {fault}
        </p>
      )}
      {passage === null && fault === null ? <Spinner label="Loading the passage" /> : null}
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
