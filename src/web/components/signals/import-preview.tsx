"use client";

import { useState } from "react";
import type { ImportColumn, ImportedInstrument, SymbolImport } from "#src/contract/symbol-import.ts";
import { counted } from "#src/platform/number-text.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Select } from "#src/web/components/ui/select.tsx";

interface Props {
  readonly found: SymbolImport;
  readonly pending: boolean;
  /** Another column has the symbols. */
  readonly onColumn: (column: string) => void;
  readonly onAdd: (chosen: readonly ImportedInstrument[]) => void;
}

/** What was understood of a file: which column is what, what will be added, and what will not. */
export function ImportPreview({ found, pending, onColumn, onAdd }: Props) {
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
          <Field label="Symbols are in">
            <Select
              value={symbolColumn === null ? "" : String(symbolColumn)}
              disabled={pending}
              onChange={({ target }) => onColumn(target.value)}
              options={[
                ...(symbolColumn === null ? [{ value: "", label: "Choose a column" }] : []),
                ...columns.map(({ index, title }) => ({ value: String(index), label: title })),
              ]}
            />
          </Field>
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
