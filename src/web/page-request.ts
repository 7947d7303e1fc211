import { notFound } from "next/navigation";
import { NotFound } from "#src/core/errors.ts";
import { ownPath } from "#src/product/accounts/public/auth-settings.ts";
import { headers } from "next/headers";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import { postedFormIn } from "#src/product/accounts/public/signed-requests.ts";
import { webContext } from "./context.ts";

/** What is asked for; `null` where it is not there. */
export async function ifFound<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
}

/** What a page is about. Where it is not there, or is another's, neither is the page. */
export async function orNotFound<T>(asked: Promise<T>): Promise<T> {
  return (await ifFound(asked)) ?? notFound();
}

/** The query of a page, as Next gives it. */
export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** What Next gives a page: the parts of its address by name, and its query. */
export interface PageProps<Part extends string = never> {
  readonly params: Promise<Readonly<Record<Part, string>>>;
  readonly searchParams: SearchParams;
}

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

/** What a form of this page came to that the browser sent by itself a moment ago. @param path behind `/api/auth` */
export async function postedForm(path: string): Promise<PostedForm | null> {
  return postedFormIn(webContext().auth.keys.secret, (await headers()).get("cookie"), path);
}

/** Where this site is reached, `https://conclave.test`: what the front door says, or who was asked without one. */
export async function siteOrigin(): Promise<string> {
  const asked = await headers();
  const host = asked.get("x-forwarded-host") ?? asked.get("host") ?? "localhost";
  return `${asked.get("x-forwarded-proto") ?? "http"}://${host}`;
}
