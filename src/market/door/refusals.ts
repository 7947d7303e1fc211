import type { Refusal } from "#src/contract/api/proof.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { refusalReason, type Bounds } from "./admission.ts";
import type { DataKind, RecordOf } from "../market-data.ts";

/** What one run's door kept back. It depends on the future, so it must not reach an agent or a report. */
export interface RefusalLog {
  /** Looks through what a source gave. */
  look<K extends DataKind>(kind: K, source: string, records: readonly RecordOf[K][], bounds: Bounds): void;
  /** Notes a source that was not asked, as it has only current data. */
  notAsked(kind: DataKind, source: string): void;
  /** All since the last time. */
  take(): Refusal[];
}

export function createRefusalLog(): RefusalLog {
  const groups = new Map<string, Pick<Refusal, "kind" | "source" | "reason"> & { readonly records: Set<string> }>();
  const group = (kind: DataKind, source: string, reason: Refusal["reason"]): Set<string> => {
    const key = [kind, source, reason].join("\n");
    const known = groups.get(key) ?? { kind, source, reason, records: new Set<string>() };
    groups.set(key, known);
    return known.records;
  };
  return {
    look(kind, source, records, bounds) {
      for (const record of records) {
        const reason = refusalReason(kind, record, bounds);
        // Windows overlap; a record that two of them refused counts once.
        if (reason !== null) group(kind, source, reason).add(canonicalJson(record));
      }
    },
    notAsked: (kind, source) => void group(kind, source, "present_only"),
    take() {
      const taken = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
      groups.clear();
      return taken.map(([, { records, ...about }]) => ({
        ...about,
        count: records.size,
        sha256: records.size === 0 ? null : sha256([...records].toSorted().join("\n")),
      }));
    },
  };
}
