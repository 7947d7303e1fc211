"use client";

import { Download, Play, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { systemClock } from "#src/core/clock.ts";
import { countText } from "#src/core/text/number-text.ts";
import { Alert, Badge, Button, LinkButton } from "#src/web/components/ui/elements.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { useHydrated } from "#src/web/components/ui/early.ts";
import { toneOf } from "./reference-paths.ts";
import { type Filled, requestOf, type SampleRequest, type Shape, slot } from "./sample-request.ts";
import { type Access, TryAccess, useApiKey } from "./try-access.tsx";
import { Field, Input, Select, SelectField, AreaField } from "#src/web/components/ui/fields.tsx";

interface TryField {
  readonly in: "path" | "query" | "header" | "cookie";
  readonly name: string;
  readonly required: boolean;
  /** To choose from; none where any text will do. */
  readonly values: readonly string[];
}

interface Props {
  readonly shape: Shape;
  readonly fields: readonly TryField[];
  readonly filled: Filled;
  readonly bodies: readonly { readonly label: string; readonly text: string }[];
  readonly signedIn: boolean;
  /** Sending it does more than read. */
  readonly changes: boolean;
}

/**
 * Sends an operation's request from this page, with a key of the reader's or as they are signed in. No form stands around
 * it: a browser that sends one by itself would put the key somewhere.
 */
export function TryIt({ shape, fields, filled, bodies, signedIn, changes }: Props) {
  const hydrated = useHydrated();
  const [values, setValues] = useState(filled);
  const [body, setBody] = useState(bodies[0]?.text ?? null);
  const [key] = useApiKey();
  // Programs start things with a key; a session reads and cancels.
  const [chosen, choose] = useState<Access>(signedIn && shape.method !== "POST" ? "session" : "key");
  const { received, failure, busy, send, stop } = useTriedRequest();
  const request = requestOf(shape, values, body);
  const submit = () => send(request, shape.access === "key" && chosen === "key" && key !== "" ? key : null);
  return (
    <div className="grid grid-cols-1 gap-4 p-4">
      {shape.access === "open" ? null : <TryAccess signedIn={signedIn} chosen={chosen} choose={choose} />}
      {fields.map(({ in: place, name, required, values: options }) => {
        const at = slot(place, name);
        const change = (value: string) => setValues({ ...values, [at]: value });
        return (
          <Field key={at} label={<FieldName name={name} place={place} required={required} />}>
            {options.length === 0 ? (
              <Input
                value={values[at] ?? ""}
                required={required}
                onChange={({ target }) => change(target.value)}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
              />
            ) : (
              <Select
                value={values[at] ?? ""}
                onChange={({ target }) => change(target.value)}
                options={[{ value: "", label: "Not sent" }, ...options.map((value) => ({ value, label: value }))]}
              />
            )}
          </Field>
        );
      })}
      {bodies.length > 1 ? (
        <SelectField
          label="Example"
          defaultValue="0"
          onChange={({ target }) => setBody(bodies[Number(target.value)]?.text ?? null)}
          options={bodies.map(({ label }, at) => ({ value: String(at), label }))}
        />
      ) : null}
      {body === null ? null : (
        <AreaField
          label="Body"
          value={body}
          rows={Math.min(14, body.split("\n").length + 1)}
          onChange={({ target }) => setBody(target.value)}
          spellCheck={false}
          inputClassName="font-mono text-xs sm:text-xs"
        />
      )}
      {changes ? (
        <p className="text-xs text-muted">This sends a real request. Anything it starts, changes or deletes is real.</p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={busy} disabled={!hydrated || request.path.includes("{")} onClick={submit}>
          <Play aria-hidden /> Send request
        </Button>
        {busy ? (
          <Button variant="secondary" onClick={stop}>
            <Square aria-hidden /> Stop
          </Button>
        ) : null}
      </div>
      {failure === null ? null : (
        <Alert tone="negative" title="No response">
          {failure}
        </Alert>
      )}
      {received === null ? null : <ReceivedAnswer received={received} />}
    </div>
  );
}

function FieldName({ name, place, required }: Pick<TryField, "name" | "required"> & { readonly place: string }) {
  return (
    <span className="flex items-baseline gap-2">
      <span className="font-mono text-xs">{name}</span>
      <span className="text-xs font-normal text-muted">
        {place}
        {required ? ", required" : ""}
      </span>
    </span>
  );
}

/** What came back, as it came; JSON is indented. */
function ReceivedAnswer({ received: { status, ms, headers, text, file, done } }: { readonly received: Received }) {
  return (
    <section aria-label="Response" className="grid grid-cols-1 gap-3 border-t pt-4">
      <p aria-live="polite" className="flex flex-wrap items-baseline gap-2">
        <Badge tone={toneOf(String(status))} className="font-mono">
          {status === 0 ? "3xx" : status}
        </Badge>
        <span className="text-xs text-muted tabular-nums">
          {status === 0 ? "A redirect, which this page does not follow. " : ""}
          {countText(ms)} ms{done ? "" : ", still receiving"}
        </span>
      </p>
      {headers.length === 0 ? null : (
        <dl className="grid gap-x-4 gap-y-0.5 font-mono text-xs sm:grid-cols-[max-content_minmax(0,1fr)]">
          {headers.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {file === null ? null : (
        <LinkButton href={file.url} download={file.name} variant="secondary" className="justify-self-start">
          <Download aria-hidden /> {file.name}, {countText(file.bytes)} bytes
        </LinkButton>
      )}
      {text === "" ? null : (
        <div className="[&_pre]:max-h-96 [&_pre]:overflow-y-auto">
          <CodeBlock code={text} language="response" />
        </div>
      )}
    </section>
  );
}

/** One request at a time, and what has come back. A new one ends the one before. */
function useTriedRequest() {
  const [received, setReceived] = useState<Received | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const out = useRef<AbortController | null>(null);
  useEffect(() => () => out.current?.abort(), []);
  const send = (request: SampleRequest, apiKey: string | null) => {
    out.current?.abort();
    const controller = new AbortController();
    out.current = controller;
    const { signal } = controller;
    const own = () => out.current === controller;
    setBusy(true);
    setFailure(null);
    setReceived(null);
    sendRequest({ request, apiKey, signal, show: (next) => own() && setReceived(next) })
      .catch(() => {
        if (own() && !signal.aborted)
          setFailure("The request did not reach the server. Check your connection and try again.");
      })
      .finally(() => own() && setBusy(false));
  };
  return { received, failure, busy, send, stop: () => out.current?.abort() };
}

/** How an answer is, and the body as far as it has come. */
interface Received {
  readonly status: number;
  readonly ms: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** Of a document that is not text, where the browser keeps it. */
  readonly file: { readonly url: string; readonly name: string; readonly bytes: number } | null;
  readonly done: boolean;
}

interface Sending {
  readonly request: SampleRequest;
  /** `null`: what the browser is signed in with. */
  readonly apiKey: string | null;
  readonly signal: AbortSignal;
  readonly show: (received: Received) => void;
}

/** As much of a body as a page shows well. */
const mostShown = 200_000;

/** Sends one request and tells how the answer grows. @throws when nothing answers, or it was stopped */
async function sendRequest({ request, apiKey, signal, show }: Sending): Promise<void> {
  const from = systemClock.now();
  const response = await fetch(request.path, {
    method: request.method,
    headers: { ...request.headers, ...(apiKey !== null && { "X-API-Key": apiKey }) },
    ...(request.body !== null && { body: request.body }),
    credentials: apiKey === null ? "same-origin" : "omit",
    // Where a redirect leads is a page, which would come back as the answer.
    redirect: "manual",
    cache: "no-store",
    signal,
  });
  const head = {
    status: response.status,
    ms: systemClock.now() - from,
    headers: [...response.headers].filter(([name]) => shownHeaders.test(name)),
  };
  const type = response.headers.get("content-type") ?? "";
  if (!/^text\/|json|xml|svg/.test(type) && response.status === 200)
    return show({ ...head, text: "", file: fileOf(await response.blob(), request.path), done: true });
  let text = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    text = (text + next.value).slice(0, mostShown);
    if (type.startsWith("text/event-stream")) show({ ...head, text, file: null, done: false });
  }
  show({ ...head, text: type.includes("json") ? pretty(text) : text, file: null, done: true });
}

const shownHeaders =
  /^(?:content-type|etag|idempotent-replayed|location|ratelimit-remaining|retry-after|x-request-id)$/;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Cut off, or no JSON after all: as it came.
    return text;
  }
}

function fileOf(blob: Blob, path: string): Received["file"] {
  const name = path.split("?")[0]?.split("/").at(-1) ?? "answer";
  return { url: URL.createObjectURL(blob), name, bytes: blob.size };
}
