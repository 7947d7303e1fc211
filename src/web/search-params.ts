import { ownPath } from "#src/product/accounts/public/auth-settings.ts";

/** The query of a page, as Next gives it. */
export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** A parameter that stands in the query once; else `null`. */
export async function paramOf(params: SearchParams, name: string): Promise<string | null> {
  const value = (await params)[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** Where to go after signing in: the page that was asked for, a path of this site. */
export async function nextOf(params: SearchParams): Promise<string> {
  return ownPath(await paramOf(params, "next")) ?? "/dashboard";
}

/** The cursor of a page of a list, from `before`; `null` for the first page. */
export async function cursorOf(params: SearchParams): Promise<number | null> {
  const before = await paramOf(params, "before");
  return before !== null && /^\d{1,9}$/.test(before) ? Number(before) : null;
}
