"use client";

import { channelLimits } from "#src/contract/channels.ts";
import { endpointEvents, type EndpointEvent } from "#src/contract/webhooks.ts";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";

interface Props {
  readonly url: string;
  readonly name: string;
  readonly events: readonly string[];
  readonly errorOf: (field: string) => string | undefined;
}

/** What a webhook of the account is made of, in the form of a new one and of one that is there. */
export function EndpointFields({ url, name, events, errorOf }: Props) {
  const error = errorOf("events");
  return (
    <>
      <Field label="Endpoint URL" hint="We send a signed JSON message here for each event." error={errorOf("url")}>
        <Input
          type="url"
          name="url"
          maxLength={2048}
          defaultValue={url}
          placeholder="https://example.com/conclave"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field label="Name" hint="Helps you tell your webhooks apart." error={errorOf("name")}>
        <Input name="name" maxLength={channelLimits.nameLength} defaultValue={name} autoComplete="off" />
      </Field>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">Events</legend>
        {error === undefined ? null : (
          <p role="alert" className="text-xs text-negative sm:col-span-2">
            {error}
          </p>
        )}
        {Object.entries(endpointEvents).map(([event, hint]: [string, string]) => (
          <Checkbox
            key={event}
            name="events"
            value={event}
            label={<span className="font-mono text-xs">{event}</span>}
            hint={hint}
            defaultChecked={events.includes(event)}
          />
        ))}
      </fieldset>
    </>
  );
}

/** Chosen in the form of a new one. */
export const usualEvents: readonly EndpointEvent[] = ["analysis.succeeded", "analysis.failed"];
