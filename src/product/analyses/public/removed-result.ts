import { toIso, type Instant } from "#src/core/clock.ts";
import { NoLongerKept } from "#src/core/errors.ts";

/** @throws NoLongerKept */
export function refuseRemoved({ removedAt }: { readonly removedAt: Instant | null }): void {
  if (removedAt === null) return;
  const day = toIso(removedAt).slice(0, 10);
  throw new NoLongerKept(`the report of this analysis is no longer kept; it was removed on ${day}`);
}
