"use client";

import { useContext } from "react";
import type { ShownEvidence } from "#src/contract/run/evidence.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import { classNames } from "#src/web/components/ui/elements.tsx";
import { Table, TBody, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { FilterContext, type EvidenceFilter } from "./evidence-popover.tsx";
import { TextField, SelectField } from "#src/web/components/ui/fields.tsx";

const kinds = [
  { value: "", label: "All kinds" },
  { value: "M", label: "Market" },
  { value: "F", label: "Fundamentals" },
  { value: "N", label: "News" },
  { value: "S", label: "Social" },
  { value: "D", label: "Earlier decisions" },
];

interface Props {
  readonly evidence: readonly ShownEvidence[];
  /** Ids that a text or a number of the run names. */
  readonly cited: readonly string[];
}

export function EvidenceTable({ evidence, cited }: Props) {
  const [filter, setFilter] = useContext(FilterContext);
  const letters = new Set(evidence.map(({ id }) => id.charAt(0)));
  const named = new Set(cited);
  const found = evidence.filter((item) => passes(item, filter, named));
  return (
    <div className="endnotes min-w-0 rounded-lg border bg-surface">
      <div className="grid gap-3 border-b px-5 py-4 sm:grid-cols-[1fr_12rem_12rem] print:hidden">
        <TextField
          label="Search"
          type="search"
          value={filter.text}
          placeholder="rsi, revenue, a source…"
          onChange={({ target }) => setFilter({ ...filter, text: target.value })}
        />
        <SelectField
          label="Kind"
          value={filter.kind}
          onChange={({ target }) => setFilter({ ...filter, kind: target.value })}
          options={kinds.filter(({ value }) => value === "" || letters.has(value))}
        />
        <SelectField
          label="Use"
          value={filter.use}
          onChange={({ target }) => setFilter({ ...filter, use: target.value === "cited" ? "cited" : "all" })}
          options={[
            { value: "all", label: "All evidence" },
            { value: "cited", label: `Cited in the debate (${cited.length})` },
          ]}
        />
      </div>
      <p aria-live="polite" className="px-5 pt-3 text-xs text-muted tabular-nums print:hidden">
        {found.length === evidence.length
          ? counted(evidence.length, "item")
          : `${countText(found.length)} of ${counted(evidence.length, "item")}`}
      </p>
      <Table aria-label="Evidence table">
        <THead>
          <TR>
            <TH>ID</TH>
            <TH className="w-full">Description</TH>
            <TH numeric className="max-sm:hidden">
              Value
            </TH>
            <TH className="max-sm:hidden">Date</TH>
            <TH className="max-sm:hidden">Source</TH>
          </TR>
        </THead>
        <TBody className={rows}>
          {found.map((item) => (
            <Row key={item.id} item={item} isCited={named.has(item.id)} />
          ))}
        </TBody>
      </Table>
      {found.length === 0 ? <p className="px-5 py-6 text-sm text-muted">No evidence matches these filters.</p> : null}
    </div>
  );
}

/** Said once for all cells: there may be hundreds of rows, and each class name of each cell is sent twice. */
const rows = classNames(
  "[&>tr]:scroll-mt-20 [&>tr:focus]:bg-accent-soft [&>tr:target]:bg-accent-soft",
  "[&_td]:px-3 [&_td]:py-2.5 [&_td]:align-baseline [&_td:first-child]:pl-5 [&_td:last-child]:pr-5",
  "[&_td:first-child]:font-mono [&_td:first-child]:text-xs [&_td:first-child]:whitespace-nowrap [&_td:first-child]:text-accent",
  "[&_td:nth-child(2)]:[overflow-wrap:anywhere] sm:[&_td:nth-child(2)]:min-w-56",
  // Behind what it is: the value, if it has one, the day and the source; on a phone they stand below it.
  "[&_td:nth-child(n+3)]:whitespace-nowrap [&_td:nth-child(n+3)]:tabular-nums max-sm:[&_td:nth-child(n+3)]:hidden",
  "[&_td:nth-last-child(-n+2)]:text-muted",
  "sm:[&_b]:hidden sm:[&_small:last-child]:hidden",
  "[&_small]:block [&_small]:text-xs [&_small]:text-muted [&_small]:tabular-nums",
  "[&_b]:block [&_b]:font-medium [&_b]:tabular-nums",
);

function Row({ item, isCited }: { item: ShownEvidence; isCited: boolean }) {
  const { id, label, value, text, formula, at, source, short, weighs } = item;
  return (
    <tr id={id} tabIndex={-1} data-cited={isCited ? "" : undefined}>
      <td>{id}</td>
      {value === null ? (
        <td colSpan={2}>
          <small>{label}</small>
          {text}
          {formula === null ? null : <small>{formula}</small>}
          {weighs === undefined ? null : <small>{weighs}</small>}
          <small>{`${at} · ${source}`}</small>
        </td>
      ) : (
        <>
          <td>
            {label}
            {formula === null ? null : <small>{formula}</small>}
            {weighs === undefined ? null : <small>{weighs}</small>}
            <b title={short && value}>{short ?? value}</b>
            <small>{`${at} · ${source}`}</small>
          </td>
          <td className="text-right" title={short && value}>
            {short ?? value}
          </td>
        </>
      )}
      <td>{at}</td>
      <td>{source}</td>
    </tr>
  );
}

function passes(item: ShownEvidence, { text, kind, use }: EvidenceFilter, cited: ReadonlySet<string>): boolean {
  if (kind !== "" && !item.id.startsWith(kind)) return false;
  if (use === "cited" && !cited.has(item.id)) return false;
  const wanted = text.trim().toLowerCase();
  return [item.id, item.label, item.text, item.source, item.at].some(
    (part) => part?.toLowerCase().includes(wanted) === true,
  );
}
