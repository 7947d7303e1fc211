import type { RequestFilter } from "#src/contract/requests.ts";
import { StatusFilter } from "#src/contract/requests.ts";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";

const dayMs = 24 * 60 * 60_000;

/** As the form and the address have it: days of UTC, both inclusive. */
export interface AskedFilter {
  readonly key: string | null;
  readonly status: string | null;
  readonly route: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** What makes no sense in the address counts as not given. */
export async function askedFilter(params: SearchParams): Promise<AskedFilter> {
  const text = async (name: string): Promise<string | null> =>
    (await paramOf(params, name))?.replaceAll("\0", "").toWellFormed().slice(0, 200) || null;
  const day = async (name: string): Promise<string | null> => {
    const value = (await paramOf(params, name)) ?? "";
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
  };
  return {
    key: await text("key"),
    status: StatusFilter.safeParse(await paramOf(params, "status")).data ?? null,
    route: await text("route"),
    from: await day("from"),
    to: await day("to"),
  };
}

export function filterOf({ from, to, ...rest }: AskedFilter): RequestFilter {
  return {
    ...rest,
    from: from === null ? null : Date.parse(from),
    to: to === null ? null : Date.parse(to) + dayMs,
  };
}

export function queryOf(filter: AskedFilter, before: string): string {
  const set = Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return new URLSearchParams([...set, ["before", before]]).toString();
}
