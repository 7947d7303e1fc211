import { z } from "zod";

/** Every version that is answered, newest first. */
export const apiVersions = ["2026-11-01", "2026-10-01"] as const;
export const ApiVersion = z.enum(apiVersions);
export type ApiVersion = z.infer<typeof ApiVersion>;

/** What requests get that name none and come without a key, or with one from before keys had a version. */
export const currentVersion: ApiVersion = apiVersions[0];

/** The header with which a request names its version, and its answer the one that it was made in. */
export const versionHeader = "Conclave-Version";

/** The header of an answer with the fields of its request that the operation does not have. */
export const ignoredFieldsHeader = "Conclave-Ignored-Fields";

/** A change that would break a program of an older version, and how such a program is answered still. */
export interface VersionChange {
  /** The first version in which it holds. */
  readonly version: ApiVersion;
  /** The operation's id. */
  readonly operation: string;
  /** For the changelog. */
  readonly about: string;
  /** What an older request's query means now. */
  readonly query?: (asked: Readonly<Record<string, string>>) => Record<string, string>;
}

/** Newest first. */
export const versionChanges: readonly VersionChange[] = [
  {
    version: "2026-11-01",
    operation: "listAnalyses",
    about: "Results in the list omit their `reports`. Add `include=reports` to get them.",
    query: (asked) => ({ include: "reports", ...asked }),
  },
];

/** The query as the current version reads it: each change that came after `version` is applied, the newest last. */
export function currentQuery(
  operation: string,
  version: ApiVersion,
  asked: Readonly<Record<string, string>>,
  changes: readonly VersionChange[] = versionChanges,
): Record<string, string> {
  return changes
    .filter((change) => change.operation === operation && change.version > version)
    .toSorted((a, b) => a.version.localeCompare(b.version))
    .reduce<Record<string, string>>((query, { query: change }) => change?.(query) ?? query, { ...asked });
}
