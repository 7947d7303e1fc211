"use client";

import { useState } from "react";
import { importSymbols } from "#src/contract/symbol-import.ts";
import { counted } from "#src/platform/number-text.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Textarea } from "#src/web/components/ui/textarea.tsx";

interface Found {
  readonly stocks: readonly string[];
  readonly coins: readonly string[];
}

const mostNamed = 5;

/** Brings a list from elsewhere into the fields above; what is saved is what stands there. */
export function ImportSymbols({ onImport }: { onImport: (found: Found) => void }) {
  const [text, setText] = useState("");
  const [told, setTold] = useState("");
  const bring = (from: string): void => {
    const { symbols, skipped } = importSymbols(from);
    const of = (type: "stock" | "crypto"): string[] =>
      symbols.flatMap((one) => (one.asset_type === type ? one.symbol : []));
    onImport({ stocks: of("stock"), coins: of("crypto") });
    const left =
      skipped.length === 0
        ? ""
        : ` Skipped: ${skipped.slice(0, mostNamed).join(", ")}${skipped.length > mostNamed ? ` and ${skipped.length - mostNamed} more` : ""}.`;
    setTold(
      symbols.length === 0 ? `No symbols found.${left}` : `${counted(symbols.length, "symbol")} imported.${left}`,
    );
  };
  return (
    <details className="rounded-md border px-3 py-2 text-sm">
      <summary className="text-muted">Import from TradingView, Yahoo Finance or CSV</summary>
      <div className="grid gap-3 pt-3 pb-1">
        <Field label="Paste a list" hint="For example ###Tech,NASDAQ:AAPL,NYSE:IBM.">
          <Textarea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Field label="Or choose a file" hint="A text or CSV file with a column named Symbol or Ticker.">
          <Input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) void file.text().then(setText);
            }}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="secondary" size="sm" onClick={() => bring(text)}>
            Import
          </Button>
          <output className="text-xs text-muted">{told}</output>
        </div>
      </div>
    </details>
  );
}
