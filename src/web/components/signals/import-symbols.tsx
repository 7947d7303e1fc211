"use client";

import { useState } from "react";
import {
  type ImportColumn,
  type ImportedInstrument,
  symbolFileBytes,
  type SymbolImport,
} from "#src/contract/signals/instruments.ts";
import { counted } from "#src/core/text/number-text.ts";
import { previewImport } from "#src/web/actions/signals.ts";
import { Alert, Button } from "#src/web/components/ui/elements.tsx";
import { FailureAlert } from "#src/web/components/ui/form.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { TextField, AreaField, SelectField } from "#src/web/components/ui/fields.tsx";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";

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
        <TextField
          label="Choose a file"
          hint={`CSV or text, up to ${mb} MB, as Schwab, Fidelity, Interactive Brokers, Trading 212, DEGIRO, Comdirect, TradingView, Yahoo Finance and others export it.`}
          error={isTooLarge ? `The file is larger than ${mb} MB.` : undefined}
          type="file"
          accept=".csv,.tsv,.txt,.gz,text/csv,text/plain"
          inputClassName="h-auto py-2"
          onChange={({ target }) => {
            const chosen = target.files?.[0] ?? null;
            reset();
            setFile(chosen);
            if (chosen !== null && chosen.size <= symbolFileBytes) preview(chosen, "");
          }}
        />
        {file === null ? (
          <AreaField
            label="Or paste a list"
            hint="For example ###Tech,NASDAQ:AAPL,NYSE:IBM."
            rows={3}
            value={text}
            onChange={({ target }) => {
              reset();
              setText(target.value);
            }}
          />
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

interface Props {
  readonly found: SymbolImport;
  readonly pending: boolean;
  /** Another column has the symbols. */
  readonly onColumn: (column: string) => void;
  readonly onAdd: (chosen: readonly ImportedInstrument[]) => void;
}

/** What was understood of a file: which column is what, what will be added, and what will not. */
function ImportPreview({ found, pending, onColumn, onAdd }: Props) {
  const { format, columns, symbolColumn, notice, instruments, leftOut } = found;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    new Set(instruments.flatMap(({ symbol, doubt }) => (doubt === null ? symbol : []))),
  );
  const chosen = instruments.filter(({ symbol }) => ticked.has(symbol));
  const toggle = (symbol: string, on: boolean): void => {
    const next = new Set(ticked);
    if (on) next.add(symbol);
    else next.delete(symbol);
    setTicked(next);
  };
  return (
    <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t pt-3">
      <p className="text-xs text-muted">{format}</p>
      {notice === null ? null : <Alert tone="info" title={notice} />}
      {columns.length === 0 ? null : (
        <>
          <Columns columns={columns} />
          <SelectField
            label="Symbols are in"
            value={symbolColumn === null ? "" : String(symbolColumn)}
            disabled={pending}
            onChange={({ target }) => onColumn(target.value)}
            options={[
              ...(symbolColumn === null ? [{ value: "", label: "Choose a column" }] : []),
              ...columns.map(({ index, title }) => ({ value: String(index), label: title })),
            ]}
          />
        </>
      )}
      {instruments.length === 0 ? null : (
        <fieldset className="grid min-w-0 gap-2.5">
          <legend className="mb-2 font-medium">{counted(instruments.length, "instrument")} found</legend>
          {instruments.map((one) => (
            <Checkbox
              key={one.symbol}
              checked={ticked.has(one.symbol)}
              onCheckedChange={(on) => toggle(one.symbol, on)}
              label={<Labelled one={one} />}
              hint={one.doubt === null ? undefined : `Check this one: ${one.doubt}.`}
            />
          ))}
        </fieldset>
      )}
      {leftOut.length === 0 ? null : (
        <details open={instruments.length === 0 && leftOut.length < 10}>
          <summary className="text-muted">{counted(leftOut.length, "row")} left out</summary>
          <ul className="grid gap-1 pt-2 text-xs text-muted">
            {leftOut.map(({ text, reason }, index) => (
              <li key={index} className="wrap-anywhere">
                <bdi className="text-ink">{text === "" ? "An empty row" : text}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {instruments.length === 0 ? null : (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          disabled={chosen.length === 0}
          onClick={() => onAdd(chosen)}
        >
          Add {counted(chosen.length, "instrument")}
        </Button>
      )}
    </section>
  );
}

const figure = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
const amount = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function Labelled({ one: { symbol, written, name, quantity, cost, currency } }: { one: ImportedInstrument }) {
  const beside = [
    written === symbol ? null : `written ${written}`,
    name,
    quantity === null ? null : `${figure.format(quantity)} held`,
    cost === null ? null : `cost ${amount.format(cost)}${currency === null ? "" : ` ${currency}`}`,
  ].filter((part) => part !== null);
  return (
    <span className="wrap-anywhere">
      <span className="font-medium">{symbol}</span>
      {beside.length === 0 ? null : <span className="text-muted"> {beside.join(" · ")}</span>}
    </span>
  );
}

function Columns({ columns }: { columns: readonly ImportColumn[] }) {
  // Where nothing says what an instrument is, the reader has to see all of them.
  const isKnown = columns.some(({ use }) => use === "symbol" || use === "identifier");
  const shown = isKnown ? columns.filter(({ use }) => use !== null) : columns;
  const rest = columns.length - shown.length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="font-medium">Columns</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {shown.map(({ index, title, use, examples }) => (
          <li key={index}>
            <p className="wrap-anywhere">
              <bdi>{title}</bdi> <span className="text-muted">{use === null ? "not used" : `read as ${use}`}</span>
            </p>
            <p className="truncate text-xs text-muted">{examples.length === 0 ? "Empty" : examples.join(", ")}</p>
          </li>
        ))}
      </ul>
      {rest === 0 ? null : <p className="text-xs text-muted">{counted(rest, "other column")} not used.</p>}
    </div>
  );
}
