"use client";

import { useCallback, useEffect, useState, type ReactNode } from "react";
import { EvidencePopover } from "./evidence-popover.tsx";
import { FilterContext, noFilter, type EvidenceFilter } from "./evidence-table.tsx";
import { RevealContext } from "./reveal.ts";
import type { ShownEvidence } from "./shown-evidence.ts";

/** Around a report: its links open their evidence, and its table can be told what to show. */
export function EvidenceRoom({ evidence, children }: { evidence: readonly ShownEvidence[]; children: ReactNode }) {
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
    <RevealContext value={reveal}>
      <FilterContext value={{ filter, setFilter }}>
        <EvidencePopover evidence={evidence}>{children}</EvidencePopover>
      </FilterContext>
    </RevealContext>
  );
}
