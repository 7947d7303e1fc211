import * as fc from "fast-check";
import { actions } from "../authorisation/actions.ts";
import type { Facts } from "../authorisation/roles.ts";
import { oddJson, oddTexts } from "./json-text.ts";

/** A request to the pages' process, through the front door. */
export interface WebRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes as latin1. */
  readonly body: string | null;
}

const made = (): Promise<string> => Promise.resolve("none");
/** Nothing of it is there. */
const nobodys: Facts = {
  analysis: "ana_none",
  finished: "ana_none",
  shared: "/shared/none",
  account: "usr_none",
  deposit: "dep_none",
  review: "rev_none",
  signal: "sig_none",
  request: "log_none",
  ownEndpoint: "whe_none",
  endpoint: () => Promise.resolve("whe_none"),
  ownChannel: "chn_none",
  stopLink: "/unsubscribe/none",
  channel: made,
  backtest: "bt_none",
  waiting: made,
  key: made,
  modelKey: () => Promise.resolve("openai"),
  session: made,
  turn: made,
  conversation: made,
  watchlist: made,
  portfolio: made,
  keptPortfolio: "portfolio",
  anotherBacktest: made,
  batch: made,
};

const odd = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: "binary", maxLength: 30 }));

/** What a page would send with an action, and what it would not. @param ends actions that end what the other requests need */
export async function actionArguments(name: string): Promise<fc.Arbitrary<Pick<WebRequest, "headers" | "body">>> {
  const [, given] = actions[name] ?? [];
  const usual = (await given?.(nobodys)) ?? [];
  const formed =
    usual instanceof FormData
      ? forms([...usual].flatMap(([field, value]) => (typeof value === "string" ? [[field, value] as const] : [])))
      : fc
          .tuple(...usual.map((one) => fc.oneof(fc.constant(JSON.stringify(one)), oddJson)))
          .map((all) => plain(`[${all.join(",")}]`));
  return fc.oneof(
    { weight: 6, arbitrary: formed },
    { weight: 1, arbitrary: garbage },
    { weight: 1, arbitrary: oddJson.map(plain) },
  );
}

function plain(text: string): Pick<WebRequest, "headers" | "body"> {
  return { headers: { "content-type": "text/plain;charset=UTF-8" }, body: Buffer.from(text).toString("latin1") };
}

/** The fields as they should be, but for one or some of them. */
function forms(fields: readonly (readonly [string, string])[]): fc.Arbitrary<Pick<WebRequest, "headers" | "body">> {
  const parts = fields.map(([name, value]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([part(name, value)]) },
      { weight: 3, arbitrary: odd.map((text) => [part(name, text)]) },
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: odd.map((text) => [part(name, value), part(name, text)]) },
      { weight: 1, arbitrary: odd.map((text) => [part(name, text, "file.bin")]) },
    ),
  );
  return fc
    .tuple(...parts)
    .map((all) => multipart([...all.flat(), 'Content-Disposition: form-data; name="0"\r\n\r\n["$K1"]']));
}

function part(name: string, value: string, file?: string): string {
  const about = `Content-Disposition: form-data; name="_1_${name}"${file === undefined ? "" : `; filename="${file}"\r\nContent-Type: application/octet-stream`}`;
  return `${about}\r\n\r\n${Buffer.from(value).toString("latin1")}`;
}

function multipart(parts: readonly string[]): Pick<WebRequest, "headers" | "body"> {
  const body = `${parts.map((one) => `--fuzz\r\n${one}\r\n`).join("")}--fuzz--\r\n`;
  return { headers: { "content-type": "multipart/form-data; boundary=fuzz" }, body };
}

/** What React's own reader of arguments stumbles over. */
const references = [
  "$",
  "$$",
  "$0",
  "$1",
  "$K1",
  "$K999999",
  "$F1",
  "$h1",
  "$@1",
  "$undefined",
  "$NaN",
  "$-0",
  "$n123",
  "$nx",
  "$D2025",
  "$Dx",
  "$Q1",
  "$W1",
  "$i1",
  "$T",
  "$B1",
  "$1:__proto__:x",
  "$1:then",
  "$L1",
  "$Z",
  "$o1",
  "$R1",
];
const garbage = fc.oneof(
  fc.constantFrom(...references).map((text) => plain(JSON.stringify([text]))),
  fc
    .constantFrom(...references)
    .map((text) =>
      multipart([
        `Content-Disposition: form-data; name="0"\r\n\r\n${JSON.stringify([text])}`,
        `Content-Disposition: form-data; name="1"\r\n\r\n${JSON.stringify(["$0"])}`,
      ]),
    ),
  fc
    .constantFrom(
      "",
      "--fuzz--\r\n",
      "--fuzz",
      "--fuzz\r\n\r\n\r\n--fuzz--\r\n",
      "--fuzz\r\nContent-Disposition: form-data\r\n\r\nx\r\n--fuzz--\r\n",
      "\u0000\u00ff",
      "--other\r\n",
    )
    .map((body) => ({ headers: { "content-type": "multipart/form-data; boundary=fuzz" }, body })),
  fc
    .constantFrom(
      "multipart/form-data",
      "multipart/form-data; boundary=",
      "application/x-www-form-urlencoded",
      "application/json",
      "text/html",
      "",
      "multipart/mixed; boundary=x",
    )
    .map((type) => ({ headers: { "content-type": type }, body: "[]" })),
);

const oddSegments = fc.oneof(
  fc.constantFrom(
    "%00",
    "a%00b",
    "%",
    "%zz",
    "%ff",
    "%ED%A0%80",
    "..%2f..%2f",
    "x".repeat(3000),
    "-1",
    "__proto__",
    "[id]",
    "$1",
    "%5Bid%5D",
    "@slot",
    "(.)x",
  ),
  odd.map((text) => encodeURIComponent(text.toWellFormed())),
);

/** A page as its folder names it, with odd parameters. */
export function pageRequest(page: string, names: readonly string[]): fc.Arbitrary<WebRequest> {
  const parts = page.split(/(\[\w+\])/).map((one) => (one.startsWith("[") ? oddSegments : fc.constant(one)));
  const query = fc.array(fc.tuple(fc.constantFrom(...names, "x", "__proto__", "_rsc"), oddSegments), { maxLength: 3 });
  const headers = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Record<string, string>>({ accept: "text/html" }) },
    fc.constantFrom<Record<string, string>>(
      { rsc: "1" },
      { rsc: "1", "next-router-state-tree": "%5B" },
      { "next-router-state-tree": "x", rsc: "1" },
      { rsc: "1", "next-router-prefetch": "1" },
      { "next-router-segment-prefetch": "/_tree", rsc: "1", "next-router-prefetch": "1" },
      { "next-url": "/%00" },
      { "accept-language": "\u00ff" },
      { "next-action": "x" },
      { range: "bytes=0-1" },
      { "if-none-match": "*" },
    ),
  );
  return fc
    .record({ path: fc.tuple(...parts).map((all) => all.join("")), query, headers })
    .map(({ path, query: pairs, headers: all }) => ({
      method: "GET",
      path: `${path}${pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`}`,
      headers: all,
      body: null,
    }));
}
