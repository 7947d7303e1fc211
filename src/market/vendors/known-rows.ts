import type { z } from "zod";
import { VendorFailed } from "#src/platform/errors.ts";

/**
 * The rows of an answer that a run may know, parsed. A row that is later than the run is left unread: what is wrong
 * with it must not fail an earlier run. Any other row that does not fit fails the answer, and so does one that names
 * no time, since it may be of the past.
 * @param isLater from the raw row: true only where its own time says so
 * @throws VendorFailed `malformed`
 */
export function knownRows<S extends z.ZodType>(
  vendor: string,
  rows: readonly unknown[],
  schema: S,
  isLater: (row: unknown) => boolean,
): z.infer<S>[] {
  return rows.flatMap((row) => {
    if (isLater(row)) return [];
    const parsed = schema.safeParse(row);
    if (parsed.success) return [parsed.data];
    const issue = parsed.error.issues[0];
    const where = issue === undefined ? "" : ` at ${issue.path.join(".") || "its root"}: ${issue.message}`;
    throw new VendorFailed(vendor, "malformed", `a record has another shape${where}`);
  });
}

/** A field of a raw row; `undefined` where it has none. */
export function field(row: unknown, name: string | number): unknown {
  return typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;
}
