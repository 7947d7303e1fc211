import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type * as FlightRouterState from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { readBytes } from "../bodies/read-body.ts";
import type { PageProblem } from "./page-problem.ts";

const noPage: PageProblem = { status: 404, detail: "Page not found" };
export const unreadable: PageProblem = {
  status: 400,
  detail: "The page could not read your request. Reload it and try again",
};
/** The npm package has no Next. */
const load = createRequire(import.meta.url);
const stateHeader = "next-router-state-tree";

/* Refuses what Next answers with 500, so that a 500 is our fault. */

/** Why an address has no page; unreadable router state is removed. */
export function addressFault(request: IncomingMessage, path: string): PageProblem | null {
  const state = request.headers[stateHeader];
  if (state !== undefined && !isState(state)) delete request.headers[stateHeader];
  // Postgres cannot store this character, and no page's address needs it.
  if (/%00/.test(request.url ?? "")) return noPage;
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return noPage;
  }
}

function isState(header: string | readonly string[]): boolean {
  try {
    const next: typeof FlightRouterState = load(
      "next/dist/server/app-render/parse-and-validate-flight-router-state.js",
    );
    next.parseAndValidateFlightRouterState(typeof header === "string" ? header : [...header]);
    return true;
  } catch {
    return false;
  }
}

export function carriesArguments({ method, headers }: IncomingMessage): boolean {
  return method === "POST" && (headers["next-action"] !== undefined || isForm(headers["content-type"]));
}

const isForm = (type = ""): boolean => /^multipart\/form-data\b/i.test(type);

/**
 * @param most bytes
 * @returns the bytes, or why no page of ours sent them
 * @throws BadRequest 413, 400
 */
export async function readArguments(request: IncomingMessage, most: number): Promise<Buffer | PageProblem> {
  const bytes = await readBytes(request, most);
  const type = request.headers["content-type"] ?? "";
  const byScript = request.headers["next-action"] !== undefined;
  if (isForm(type)) {
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } })
      .formData()
      .catch(() => null);
    return form !== null && (byScript ? areArguments(form) : areFields(form)) ? bytes : unreadable;
  }
  return /^text\/plain\b/i.test(type) && areValues(bytes.toString(), () => false) ? bytes : unreadable;
}

/** React's form: `0` has the arguments, `_1_name` the fields of `$K1`. */
function areArguments(form: FormData): boolean {
  const first = form.get("0");
  return typeof first === "string" && areValues(first, (marked) => /^\$K[0-9a-f]{1,4}$/.test(marked));
}

/** A browser's form: fields, and React's own. */
function areFields(form: FormData): boolean {
  return [...form].every(([name, value]) => {
    const [, action, part] = /^\$ACTION_(\d+):(\d+)$/.exec(name) ?? [];
    if (action === undefined) return true;
    const about = part === "0" ? /^\$@[0-9a-f]+$/ : null;
    return (
      typeof value === "string" &&
      isWritten(value, (text) => about?.test(text) === true && form.has(`$ACTION_${action}:${text.slice(2)}`))
    );
  });
}

function areValues(text: string, refers: (marked: string) => boolean): boolean {
  return text.startsWith("[") && isWritten(text, refers);
}

/** React's plain marks, none that refers to something else. */
const plainMark = /^\$(?:\$|undefined$|NaN$|-?Infinity$|-0$|n-?\d{1,300}$|D\d{4}-\d\d-\d\dT[\d:.]+Z$)/;

/** @param refers whether a mark may stand for something sent */
function isWritten(text: string, refers: (marked: string) => boolean): boolean {
  try {
    JSON.parse(text, (_name, value: unknown) => {
      if (typeof value === "string" && value.startsWith("$") && !plainMark.test(value) && !refers(value))
        throw new TypeError("it refers to something else");
      return value;
    });
    return true;
  } catch {
    return false;
  }
}
