import { z } from "zod";
import { ModelFailed } from "#src/core/errors.ts";
import { jsonOrNothing } from "#src/core/text/lines-file.ts";
import { likelyAddress } from "#src/core/config/variable-kinds.ts";
import { traceparent } from "#src/core/operation/telemetry.ts";
import { type Change, changeFor, outputLimitHeader, withinOutputLimit } from "./request-changes.ts";
import { quotaUsedUp, withoutSecrets } from "./failures.ts";
import { checkWait } from "./retries.ts";
import { type Json, isJsonObject } from "./reading/json-objects.ts";

type Input = Parameters<typeof globalThis.fetch>[0];

export interface FetchOptions {
  readonly model: string;
  /** Longer waits than this are not sat out. */
  readonly mostWaitMs: number;
  /** The most of any of its calls, where that is set; an answer of far more bytes is cut off. */
  readonly maxOutputTokens?: number | undefined;
  /** Taken out of what a provider said. */
  readonly secrets: readonly string[];
  /** What goes over the wire with; the process's own by default. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Told of each parameter that the server turned out to refuse. */
  readonly onRefused?: ((parameter: string) => void) | undefined;
}

/**
 * `fetch` for one model of one provider, which makes out of the answers of many servers those that the AI SDK expects:
 *
 * - A server that refuses a parameter is asked once more without it, and never sent it again. Nothing was billed.
 * - One that asks to wait for long, whose account has no quota or that does not have the model fails at once, in words.
 *   The SDK keeps to shorter delays by itself, and would take a longer one for none at all.
 * - An error, or a whole answer, that comes as plain JSON instead of a stream is read as what it is.
 * - A provider that sends a call elsewhere is not followed: prompt and key are for it alone. One that never ends is cut off.
 */
export function providerFetch(options: FetchOptions): typeof globalThis.fetch {
  const refused = new Set<Change>();
  const { fetch = globalThis.fetch, onRefused } = options;
  return async (input, given) => {
    const { init, limit } = withoutLimit(withTrace(given));
    const whole = parsedBody(init?.body);
    const asked = whole === null ? null : withinOutputLimit(whole, limit);
    const made = [...refused];
    for (;;) {
      const body = asked === null ? null : applied(asked, made);
      const sent = body === whole ? init : { ...init, body: JSON.stringify(body) };
      const response = bounded(await fetch(input, { ...sent, redirect: "manual" }), options);
      checkRedirect(input, response, options);
      checkPage(input, response, options);
      const answered = response.ok ? await unstreamed(response, body) : response;
      if (answered.ok) {
        // What did not help was not what the server refused.
        for (const change of made) {
          if (change.isForOneCall === true) continue;
          if (!refused.has(change)) onRefused?.(change.name);
          refused.add(change);
        }
        return answered;
      }
      checkWait(answered, options);
      const said = await answered.text();
      checkQuota(answered.status, said, options);
      const change = body === null ? null : changeFor(body, answered.status, said);
      if (change === null) {
        if (answered.status === 404) await checkModel(input, init, said, options);
        checkAddress(input, answered.status, said, options);
        return new Response(said, answered);
      }
      made.push(change);
    }
  };
}

/** The request as it is sent, and the output limit that came along for us. */
function withoutLimit(init: RequestInit | undefined): { init: RequestInit | undefined; limit: number | null } {
  const headers = new Headers(init?.headers);
  const limit = headers.get(outputLimitHeader);
  if (limit === null) return { init, limit };
  headers.delete(outputLimitHeader);
  return { init: { ...init, headers }, limit: Number(limit) };
}

/** Servers that are traced themselves go on with our trace. */
function withTrace(init: RequestInit | undefined): RequestInit | undefined {
  const parent = traceparent();
  if (parent === null) return init;
  const headers = new Headers(init?.headers);
  headers.set("traceparent", parent);
  return { ...init, headers };
}

function applied(body: Json, made: readonly Change[]): Json {
  return made.reduce((changed, change) => (change.has(changed) ? change.instead(changed) : changed), body);
}

function parsedBody(body: unknown): Json | null {
  if (typeof body !== "string") return null;
  const value = jsonOrNothing(body);
  return isJsonObject(value) && ["messages", "input", "contents"].some((key) => Array.isArray(value[key]))
    ? value
    : null;
}

/** Some servers do not stream though asked to, and some send an error with a good status. */
async function unstreamed(response: Response, body: Json | null): Promise<Response> {
  const isJson = response.headers.get("content-type")?.includes("application/json") === true;
  if (body?.["stream"] !== true || !Array.isArray(body["messages"]) || !isJson) return response;
  const text = await response.text();
  const whole = WholeAnswer.safeParse(jsonOrNothing(text)).data;
  if (whole !== undefined) {
    const choices = whole.choices.map(({ message, ...choice }) => ({ ...choice, delta: message }));
    const headers = { "content-type": "text/event-stream" };
    return new Response(`data: ${JSON.stringify({ ...whole, choices })}\n\ndata: [DONE]\n\n`, { headers });
  }
  const status = ErrorAnswer.safeParse(jsonOrNothing(text)).data?.error.code ?? 502;
  return new Response(text, { status, headers: response.headers });
}

const WholeAnswer = z.looseObject({ choices: z.array(z.looseObject({ message: z.looseObject({}) })).min(1) });
const ErrorAnswer = z.object({ error: z.object({ code: z.int().min(400).max(599) }) });

/** @throws ModelFailed with the address that was asked and the likely one, where the server knows no such address */
function checkAddress(input: Input, status: number, said: string, { model, secrets }: FetchOptions): void {
  if (status !== 404 && status !== 405 && !/unexpected endpoint|cannot post/i.test(said)) return;
  const words = withoutSecrets(messageIn(said), secrets)
    .replaceAll(/<[^>]*>|\s+/g, " ")
    .trim()
    .slice(0, 200);
  throw new ModelFailed(
    model,
    likely(input) === "" ? "refused" : "unavailable",
    `the server has nothing at ${whereAsked(input)} (${status}${words === "" ? "" : `: ${words}`})${likely(input)}`,
  );
}

function checkRedirect(input: Input, { status }: Response, { model }: FetchOptions): void {
  if (status < 300 || status > 399) return;
  throw new ModelFailed(
    model,
    "refused",
    `${whereAsked(input)} sends calls elsewhere (${status}), and is not followed`,
  );
}

/** With what stands around it in an event, a token has seldom as many. */
const bytesOfToken = 1024;
const fewestTokens = 16_384;

/** The answer up to a length that no honest one has, so that it cannot fill this process or the database. */
function bounded(response: Response, { model, maxOutputTokens = 0 }: FetchOptions): Response {
  if (response.body === null) return response;
  let left = bytesOfToken * Math.max(fewestTokens, maxOutputTokens);
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      left -= piece.byteLength;
      if (left >= 0) controller.enqueue(piece);
      else controller.error(new ModelFailed(model, "malformed", "the answer is too long to be one"));
    },
  });
  return new Response(response.body.pipeThrough(counting), response);
}

/** A page for people, where an answer should be. */
function checkPage(input: Input, { ok, headers }: Response, { model }: FetchOptions): void {
  if (!ok || headers.get("content-type")?.startsWith("text/html") !== true) return;
  throw new ModelFailed(
    model,
    "unavailable",
    `${whereAsked(input)} answers with a web page, not as a model${likely(input)}`,
  );
}

function whereAsked(input: Input): string {
  const url = input instanceof Request ? input.url : String(input);
  return url.replace(/[?#].*$/, "");
}

function likely(input: Input): string {
  const base = baseOf(input);
  const address = base === undefined ? null : likelyAddress(base);
  return address === null ? "" : `; set the base URL to ${address}`;
}

function baseOf(input: Input): string | undefined {
  return /^(.*)\/(?:chat\/completions|responses|messages)$/.exec(whereAsked(input))?.[1];
}

function checkQuota(status: number, said: string, { model, secrets }: FetchOptions): void {
  if (status !== 402 && !quotaUsedUp(said)) return;
  const words = withoutSecrets(messageIn(said), secrets).slice(0, 300);
  throw new ModelFailed(model, "unauthorized", `the account has no quota left (${status}): ${words}`);
}

function messageIn(said: string): string {
  const body = jsonOrNothing(said);
  const error = isJsonObject(body) ? (body["error"] ?? body) : body;
  const message = isJsonObject(error) ? error["message"] : error;
  return typeof message === "string" ? message : said;
}

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** @throws ModelFailed with the names that the server lists, where the answer says that it does not have the model */
async function checkModel(
  input: Input,
  init: RequestInit | undefined,
  said: string,
  { model, fetch = globalThis.fetch }: FetchOptions,
): Promise<void> {
  if (!/model/i.test(said) || !/not (?:\w+ )?f(?:ou|i)nd|not exist|unknown|no such|not_found/i.test(said)) return;
  const names = await listedModels(fetch, input, init);
  const nearest = nearestNames(model, names).map((name) => `"${name}"`);
  const lists = nearest.length === 0 ? "" : `; it lists ${names.length}, nearest ${nearest.join(", ")}`;
  throw new ModelFailed(model, "unavailable", `the provider has no model "${model}" (404)${lists}`);
}

async function listedModels(
  fetch: typeof globalThis.fetch,
  input: Input,
  init: RequestInit | undefined,
): Promise<string[]> {
  const base = baseOf(input);
  if (base === undefined) return [];
  const { headers, signal } = init ?? {};
  try {
    const response = await fetch(`${base}/models`, {
      redirect: "error",
      ...(headers === undefined ? {} : { headers }),
      ...(signal == null ? {} : { signal }),
    });
    return Listed.parse(await response.json()).data.map(({ id }) => id);
  } catch {
    // Not every server has a list, and the failure is told without it.
    return [];
  }
}

/** The most similar names to `name`, best first. */
export function nearestNames(name: string, names: readonly string[], most = 3): string[] {
  const sought = pairsOf(name);
  return names
    .map((one) => ({ one, likeness: likeness(sought, pairsOf(one)) }))
    .toSorted((a, b) => b.likeness - a.likeness || (a.one < b.one ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one);
}

/** Dice's coefficient of the letter pairs, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / Math.max(1, one.size + other.size);
}

function pairsOf(name: string): Set<string> {
  const plain = name.toLowerCase().replaceAll(/[^a-z\d]+/g, " ");
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)));
}
