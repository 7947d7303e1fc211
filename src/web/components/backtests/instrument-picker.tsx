"use client";

import type { ListedInstrument } from "#src/contract/instruments.ts";
import { counted } from "#src/platform/number-text.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";

interface Props {
  readonly instruments: readonly ListedInstrument[];
  /** Of the field that it fills. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** What the archives hold, to be put into the field and taken out by a press. */
export function InstrumentPicker({ instruments, text, onText }: Props) {
  const named = text.split(/[\s,;]+/).filter((name) => name !== "");
  const has = (symbol: string): boolean => named.some((name) => name.toUpperCase() === symbol);
  const toggle = (symbol: string): void =>
    onText(
      (has(symbol) ? named.filter((name) => name.toUpperCase() !== symbol) : [...named, symbol])
        .map((name) => name.toUpperCase())
        .join(", "),
    );
  return (
    <details className="rounded-md border text-sm" open={instruments.length <= 12}>
      <summary className="cursor-pointer px-4 py-2.5 text-muted">
        {counted(instruments.length, "instrument")} in this server's archives
      </summary>
      <ul className="max-h-56 overflow-y-auto border-t">
        {instruments.map(({ symbol, name, from, to, synthetic }) => (
          <li key={symbol} className="border-b last:border-b-0">
            <button
              type="button"
              aria-pressed={has(symbol)}
              onClick={() => toggle(symbol)}
              className={classNames(
                "grid w-full grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 px-4 py-2 text-left -outline-offset-2 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]",
                has(symbol) ? "bg-accent-soft text-accent" : "hover:bg-sunken",
              )}
            >
              <span className="font-medium">{symbol}</span>
              <span className="truncate">
                {name}
                {synthetic && !name.includes("synthetic") ? " (synthetic)" : ""}
              </span>
              <span
                className={classNames(
                  "text-xs whitespace-nowrap tabular-nums max-sm:col-start-2",
                  has(symbol) ? undefined : "text-muted",
                )}
              >
                {from} to {to}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
