import type { z } from "zod";
import { VendorFailed } from "#src/core/errors.ts";

/**
 * Rows later than the run are not read, so their faults cannot fail it. Other misfits, and rows without a time, fail
 * the answer.
 * @param isLater true only where the row's own time says so
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

/** A field of a raw row; `undefined` where it is missing. */
export function field(row: unknown, name: string | number): unknown {
  return typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;
}
