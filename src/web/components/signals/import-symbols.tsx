"use client";

import { useState } from "react";
import { symbolFileBytes, type SymbolImport } from "#src/contract/symbol-import.ts";
import { counted } from "#src/platform/number-text.ts";
import { previewImport } from "#src/web/actions/signals.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Textarea } from "#src/web/components/ui/textarea.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { ImportPreview } from "./import-preview.tsx";

interface Found {
  readonly stocks: readonly string[];
  readonly coins: readonly string[];
}

const mb = symbolFileBytes / 1_000_000;

/** Brings a list or a portfolio from elsewhere into the fields above, once its reader has seen what was understood. */
export function ImportSymbols({ onImport }: { onImport: (found: Found) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState("");
  const [found, setFound] = useState<SymbolImport | null>(null);
  const [told, setTold] = useState("");
  const { pending, failure, clear, act } = useAction(previewImport, setFound);
  const isTooLarge = file !== null && file.size > symbolFileBytes;
  const preview = (from: File | null, column: string): void => {
    setTold("");
    const fields = new FormData();
    if (from !== null) fields.set("file", from);
    fields.set("text", from === null ? text : "");
    fields.set("column", column);
    act(fields);
  };
  const reset = (): void => {
    setFound(null);
    setTold("");
    clear();
  };
  return (
    <details className="min-w-0 rounded-md border px-3 py-2 text-sm">
      <summary className="text-muted">Import a list or portfolio</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3 pb-1">
        <Field
          label="Choose a file"
          hint={`CSV or text, up to ${mb} MB, as Schwab, Fidelity, Interactive Brokers, Trading 212, DEGIRO, Comdirect, TradingView, Yahoo Finance and others export it.`}
          error={isTooLarge ? `The file is larger than ${mb} MB.` : undefined}
        >
          <Input
            type="file"
            accept=".csv,.tsv,.txt,.gz,text/csv,text/plain"
            className="h-auto py-2"
            onChange={({ target }) => {
              const chosen = target.files?.[0] ?? null;
              reset();
              setFile(chosen);
              if (chosen !== null && chosen.size <= symbolFileBytes) preview(chosen, "");
            }}
          />
        </Field>
        {file === null ? (
          <Field label="Or paste a list" hint="For example ###Tech,NASDAQ:AAPL,NYSE:IBM.">
            <Textarea
              rows={3}
              value={text}
              onChange={({ target }) => {
                reset();
                setText(target.value);
              }}
            />
          </Field>
        ) : null}
        {found === null && !isTooLarge ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="secondary" size="sm" pending={pending} onClick={() => preview(file, "")}>
              Preview
            </Button>
            <output className="text-xs text-muted">{told}</output>
          </div>
        ) : null}
        <FailureAlert failure={failure} title="The list could not be read" />
        {found === null ? null : (
          <ImportPreview
            // What is ticked belongs to what was found.
            key={`${file?.name ?? text} ${found.symbolColumn}`}
            found={found}
            pending={pending}
            onColumn={(column) => preview(file, column)}
            onAdd={(added) => {
              const of = (type: "stock" | "crypto"): string[] =>
                added.flatMap(({ asset_type: own, symbol }) => (own === type ? symbol : []));
              onImport({ stocks: of("stock"), coins: of("crypto") });
              reset();
              setTold(`${counted(added.length, "instrument")} added above.`);
            }}
          />
        )}
      </div>
    </details>
  );
}
