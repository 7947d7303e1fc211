"use client";

import { Play, Square } from "lucide-react";
import { useState } from "react";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { useHydrated } from "#src/web/components/ui/hydrated.ts";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { Textarea } from "#src/web/components/ui/textarea.tsx";
import { ReceivedAnswer } from "./received-answer.tsx";
import { requestOf, slot, type Filled, type Shape } from "./sample-request.ts";
import { TryAccess, type Access } from "./try-access.tsx";
import { useApiKey } from "./use-api-key.ts";
import { useTriedRequest } from "./use-tried-request.ts";

export interface TryField {
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
        <Field label="Example">
          <Select
            defaultValue="0"
            onChange={({ target }) => setBody(bodies[Number(target.value)]?.text ?? null)}
            options={bodies.map(({ label }, at) => ({ value: String(at), label }))}
          />
        </Field>
      ) : null}
      {body === null ? null : (
        <Field label="Body">
          <Textarea
            value={body}
            rows={Math.min(14, body.split("\n").length + 1)}
            onChange={({ target }) => setBody(target.value)}
            spellCheck={false}
            className="font-mono text-xs sm:text-xs"
          />
        </Field>
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
