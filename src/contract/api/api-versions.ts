import { z } from "zod";

/** Every version that is answered, newest first. */
export const apiVersions = ["2026-11-01", "2026-10-01"] as const;
export const ApiVersion = z.enum(apiVersions);
export type ApiVersion = z.infer<typeof ApiVersion>;

/** For requests without a version and without a key that has one. */
export const currentVersion: ApiVersion = apiVersions[0];

export const versionHeader = "Conclave-Version";

/** Names the request fields that the operation lacks. */
export const ignoredFieldsHeader = "Conclave-Ignored-Fields";

/** A breaking change, and how programs of older versions are still answered. */
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

/** The query as the current version reads it: applies each change after `version`. */
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
