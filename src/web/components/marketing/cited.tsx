import { Fragment } from "react";
import type { DemoRun } from "./demo-run.ts";

/** A text of a run whose `[M6]` lead to the table of evidence below. */
export function Cited({ text, evidence }: { text: string; evidence: DemoRun["evidence"] }) {
  const known = new Map(evidence.map((item) => [item.id, item]));
  const parts = text.split(/(\[[MSNFD]\d+\])/);
  let offset = 0;
  return parts.map((part) => {
    offset += part.length;
    const item = known.get(part.slice(1, -1));
    if (item === undefined) return <Fragment key={offset}>{part}</Fragment>;
    return (
      <a
        key={offset}
        href={`#evidence-${item.id}`}
        aria-label={`Evidence ${item.id}: ${item.label}`}
        className="rounded-sm bg-accent-soft px-1 font-mono text-xs whitespace-nowrap text-accent hover:underline"
      >
        {item.id}
      </a>
    );
  });
}
