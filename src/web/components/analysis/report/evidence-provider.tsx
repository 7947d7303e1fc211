"use client";

import { createContext, useCallback, useEffect, useState, type ReactNode } from "react";
import type { ShownEvidence } from "#src/contract/evidence.ts";
import { EvidencePopover } from "./evidence-popover.tsx";

export interface EvidenceFilter {
  readonly text: string;
  /** The letter of the ids, or nothing for all. */
  readonly kind: string;
  readonly use: "all" | "cited";
}

const noFilter: EvidenceFilter = { text: "", kind: "", use: "all" };

/** What the table of evidence shows, and how to change that. */
export const FilterContext = createContext<readonly [EvidenceFilter, (filter: EvidenceFilter) => void]>([
  noFilter,
  () => {},
]);

interface Props {
  readonly evidence: readonly ShownEvidence[];
  /** By when all of it was public, for people. */
  readonly knownBy: string | null;
  /** Ids of those that have a place on the report's chart. */
  readonly onChart: readonly string[];
  readonly children: ReactNode;
}

/** Around a report: its links open their evidence, and its table can be told what to show. */
export function EvidenceProvider({ evidence, knownBy, onChart, children }: Props) {
  const [filter, setFilter] = useState<EvidenceFilter>(noFilter);
  const [wanted, setWanted] = useState<{ readonly id: string } | null>(null);
  const reveal = useCallback((id: string) => {
    setFilter(noFilter);
    setWanted({ id });
  }, []);
  useEffect(() => {
    if (wanted === null) return;
    // After the table has drawn the line.
    const row = document.getElementById(wanted.id);
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <FilterContext value={[filter, setFilter]}>
      <EvidencePopover evidence={evidence} knownBy={knownBy} onChart={onChart} reveal={reveal}>
        {children}
      </EvidencePopover>
    </FilterContext>
  );
}
