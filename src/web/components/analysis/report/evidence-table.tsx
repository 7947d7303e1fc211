"use client";

import { createContext, useContext } from "react";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { Table, TBody, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import type { ShownEvidence } from "./shown-evidence.ts";

export interface EvidenceFilter {
  readonly text: string;
  /** The letter of the ids, or nothing for all. */
  readonly kind: string;
  readonly use: "all" | "cited";
}

export const noFilter: EvidenceFilter = { text: "", kind: "", use: "all" };

export const FilterContext = createContext<{
  readonly filter: EvidenceFilter;
  readonly setFilter: (filter: EvidenceFilter) => void;
}>({ filter: noFilter, setFilter: () => {} });

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
  const { filter, setFilter } = useContext(FilterContext);
  const letters = new Set(evidence.map(({ id }) => id.charAt(0)));
  const named = new Set(cited);
  const found = evidence.filter((item) => passes(item, filter, named));
  return (
    <div className="min-w-0 rounded-lg border bg-surface">
      <div className="grid gap-3 border-b px-5 py-4 sm:grid-cols-[1fr_12rem_12rem]">
        <Field label="Search">
          <Input
            type="search"
            value={filter.text}
            placeholder="rsi, revenue, a source …"
            onChange={({ target }) => setFilter({ ...filter, text: target.value })}
          />
        </Field>
        <Field label="Kind">
          <Select
            value={filter.kind}
            onChange={({ target }) => setFilter({ ...filter, kind: target.value })}
            options={kinds.filter(({ value }) => value === "" || letters.has(value))}
          />
        </Field>
        <Field label="Use">
          <Select
            value={filter.use}
            onChange={({ target }) => setFilter({ ...filter, use: target.value === "cited" ? "cited" : "all" })}
            options={[
              { value: "all", label: "All evidence" },
              { value: "cited", label: `Cited in the debate (${cited.length})` },
            ]}
          />
        </Field>
      </div>
      <p aria-live="polite" className="px-5 pt-3 text-xs text-muted tabular-nums">
        {found.length === evidence.length
          ? `${evidence.length} pieces`
          : `${found.length} of ${evidence.length} pieces`}
      </p>
      <Table aria-label="Pieces of evidence">
        <THead>
          <TR>
            <TH>Id</TH>
            <TH className="w-full">What</TH>
            <TH numeric className="max-sm:hidden">
              Value
            </TH>
            <TH className="max-sm:hidden">Day</TH>
            <TH className="max-sm:hidden">Source</TH>
          </TR>
        </THead>
        <TBody>
          {found.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </TBody>
      </Table>
      {found.length === 0 ? <p className="px-5 py-6 text-sm text-muted">Nothing passes this filter.</p> : null}
    </div>
  );
}

const cell = "px-3 py-2.5 align-baseline whitespace-nowrap first:pl-5 last:pr-5";
const wideOnly = `${cell} text-muted tabular-nums max-sm:hidden`;

/** Of plain cells: there may be hundreds of rows, and each part of one costs the reader's machine time. */
function Row({ item }: { item: ShownEvidence }) {
  const { id, label, value, text, formula, at, source } = item;
  return (
    <tr id={id} tabIndex={-1} className="scroll-mt-20 target:bg-accent-soft focus:bg-accent-soft">
      <td className={`${cell} font-mono text-xs text-accent`}>{id}</td>
      <td colSpan={value === null ? 2 : 1} className="px-3 py-2.5 align-baseline [overflow-wrap:anywhere] sm:min-w-56">
        {value === null ? <span className="block text-xs text-muted">{label}</span> : label}
        {value === null ? text : null}
        {formula === null ? null : <span className="block text-xs text-muted">{formula}</span>}
        {value === null ? null : <span className="block font-medium tabular-nums sm:hidden">{value}</span>}
        <span className="block text-xs text-muted tabular-nums sm:hidden">{`${at} · ${source}`}</span>
      </td>
      {value === null ? null : <td className={`${cell} text-right tabular-nums max-sm:hidden`}>{value}</td>}
      <td className={wideOnly}>{at}</td>
      <td className={wideOnly}>{source}</td>
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
