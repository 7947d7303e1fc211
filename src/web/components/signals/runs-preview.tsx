"use client";

import { useEffect, useRef, useState } from "react";
import { systemClock, toIso } from "#src/core/clock.ts";
import { Time } from "#src/web/components/ui/time.tsx";

/** When a list runs after each close, by what is in it: ISO 8601, the soonest first. */
export interface CloseRuns {
  /** Of what trades in New York. */
  readonly stocks: readonly string[];
  readonly coins: readonly string[];
}

type Preview =
  | { readonly kind: "runs"; readonly runs: readonly string[]; readonly note: string | null }
  | { readonly kind: "problem"; readonly message: string };

const shown = 5;

/** In a list's form: when it would run as it stands there. */
export function RunsPreview({ closes }: { closes: CloseRuns }) {
  const place = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (form == null) return undefined;
    let asked = 0;
    const look = async (): Promise<void> => {
      asked += 1;
      const number = asked;
      // What is built from other fields is written into its own by then.
      await new Promise(requestAnimationFrame);
      const next = await previewOf(new FormData(form), closes);
      if (number === asked) setPreview(next);
    };
    const onChange = (): void => void look();
    onChange();
    form.addEventListener("input", onChange);
    return () => {
      asked += 1;
      form.removeEventListener("input", onChange);
    };
  }, [closes]);
  return (
    <div ref={place} aria-live="polite" className="min-h-20 rounded-md bg-sunken px-3 py-2 text-xs text-muted">
      <p className="font-medium text-ink">Next runs</p>
      {preview === null ? null : preview.kind === "problem" ? (
        <p className="pt-1">{preview.message}</p>
      ) : (
        <>
          <ol aria-label="Next runs" className="flex flex-wrap gap-x-4 gap-y-0.5 pt-1">
            {preview.runs.map((at) => (
              <li key={at}>
                <Time at={at} />
              </li>
            ))}
          </ol>
          {preview.note === null ? null : <p className="pt-1">{preview.note}</p>}
        </>
      )}
    </div>
  );
}

async function previewOf(form: FormData, closes: CloseRuns): Promise<Preview> {
  const typed = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  if (typed("schedule") === "close") return afterCloses(typed("stocks") !== "", typed("coins") !== "", closes);
  // Only who sets a time needs what reads cron lines.
  const { cronFault, firesAfter } = await import("#src/core/operation/cron.ts");
  const [cron, zone] = [typed("cron"), typed("zone")];
  const fault = cronFault(cron, zone);
  if (fault !== null) return { kind: "problem", message: `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.` };
  return { kind: "runs", runs: firesAfter(cron, zone, systemClock.now(), shown).map(toIso), note: null };
}

function afterCloses(hasStocks: boolean, hasCoins: boolean, { stocks, coins }: CloseRuns): Preview {
  const runs = [...new Set([...(hasStocks ? stocks : []), ...(hasCoins ? coins : [])])].toSorted().slice(0, shown);
  if (runs.length === 0) return { kind: "problem", message: "Enter a stock or a coin to see when the list runs." };
  const note = hasStocks ? "For stocks in New York. Other exchanges run after their own close." : null;
  return { kind: "runs", runs, note };
}
