"use client";

import { useRouter } from "next/navigation";
import { useId } from "react";
import {
  channelEvents,
  channelLimits,
  eventsOf,
  otherLists,
  type ChannelEvent,
  type ShownChannel,
} from "#src/contract/channels.ts";
import { keepChannel } from "#src/web/actions/channels.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

interface Props {
  readonly channel: ShownChannel;
  /** Those that may be chosen for, besides lists that are added later. */
  readonly lists: readonly { readonly id: string; readonly name: string }[];
  readonly languages: readonly { readonly value: string; readonly label: string }[];
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((label, index) => ({
  value: String(index + 1),
  label,
}));

/** What a channel tells of each list and of the account, and when. */
export function ChannelSettingsForm({ channel, lists, languages }: Props) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorOf, errorBeside, typed, ticked, posted } = useActionForm(keepChannel, () => {
    show({ title: "Saved", tone: "positive" });
    router.refresh();
  });
  const { choices, manner } = channel;
  const all = [...lists, { id: otherLists, name: "Lists you add later" }];
  const chosen = (id: string): readonly string[] =>
    ticked(`list ${id}`) ?? choices.lists[id] ?? choices.lists[otherLists] ?? [];
  return (
    <Form to={form} className="grid gap-6">
      <FailureAlert failure={errorBeside(["name", "zone", "quiet", "language"])} title="The settings were not saved" />
      {posted === undefined ? null : <Alert tone="positive" title="Saved" />}
      <input type="hidden" name="id" value={channel.id} />
      <Field label="Name" error={errorOf("name")} className="max-w-xl">
        <Input
          name="name"
          maxLength={channelLimits.nameLength}
          defaultValue={typed("name") ?? channel.name}
          autoComplete="off"
        />
      </Field>
      {all.map(({ id, name }) => (
        <Events key={id} legend={name} name={`list ${id}`} events={eventsOf("list")} chosen={chosen(id)} list={id} />
      ))}
      <Events
        legend="Your account"
        name="account"
        events={eventsOf("account")}
        chosen={ticked("account") ?? choices.account}
      />
      <Delivery manner={manner} languages={languages} typed={typed} errorOf={errorOf} />
      <QuietHours manner={manner} typed={typed} errorOf={errorOf} />
      <Button type="submit" pending={pending} className="justify-self-start">
        Save
      </Button>
    </Form>
  );
}

interface MannerProps {
  readonly manner: ShownChannel["manner"];
  readonly typed: (name: string) => string | undefined;
  readonly errorOf: (name: string) => string | undefined;
}

function Delivery({ manner, languages, typed, errorOf }: MannerProps & Pick<Props, "languages">) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium">Delivery</legend>
      <Field label="Send" className="sm:col-span-2">
        <Select
          name="digest"
          defaultValue={typed("digest") ?? manner.digest?.every ?? "off"}
          options={[
            { value: "off", label: "A message for each event" },
            { value: "day", label: "A daily digest" },
            { value: "week", label: "A weekly digest" },
          ]}
        />
      </Field>
      <Field label="Digest at">
        <Select
          name="digest_hour"
          defaultValue={typed("digest_hour") ?? String(manner.digest?.hour ?? 8)}
          options={hours}
        />
      </Field>
      <Field label="Weekly digest on">
        <Select
          name="digest_weekday"
          defaultValue={typed("digest_weekday") ?? String(manner.digest?.weekday ?? 1)}
          options={weekdays}
        />
      </Field>
      <Zone value={typed("zone") ?? manner.zone} error={errorOf("zone")} />
      <Field
        label="Language"
        hint="Messages are written in English, German, French and Spanish; in English for other languages."
        error={errorOf("language")}
      >
        <Select name="language" defaultValue={typed("language") ?? manner.language} options={languages} />
      </Field>
    </fieldset>
  );
}

function QuietHours({ manner, typed, errorOf }: MannerProps) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-3">
      <legend className="mb-2 text-sm font-medium">Quiet hours</legend>
      <Field label="In quiet hours" error={errorOf("quiet")}>
        <Select
          name="quiet"
          defaultValue={typed("quiet") ?? manner.quiet?.mode ?? "off"}
          options={[
            { value: "off", label: "Send as usual" },
            { value: "hold", label: "Send afterwards" },
            { value: "drop", label: "Do not send" },
          ]}
        />
      </Field>
      <Field label="From">
        <Input type="time" name="quiet_from" defaultValue={typed("quiet_from") ?? manner.quiet?.from ?? "22:00"} />
      </Field>
      <Field label="Until">
        <Input type="time" name="quiet_to" defaultValue={typed("quiet_to") ?? manner.quiet?.to ?? "07:00"} />
      </Field>
    </fieldset>
  );
}

interface EventsProps {
  readonly legend: string;
  readonly name: string;
  readonly events: readonly ChannelEvent[];
  readonly chosen: readonly string[];
  readonly list?: string;
}

function Events({ legend, name, events, chosen, list }: EventsProps) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium wrap-anywhere">{legend}</legend>
      {list === undefined ? null : <input type="hidden" name="lists" value={list} />}
      {events.map((event) => (
        <Checkbox
          key={event}
          name={name}
          value={event}
          label={channelEvents[event].label}
          hint={channelEvents[event].hint}
          defaultChecked={chosen.includes(event)}
        />
      ))}
    </fieldset>
  );
}

function Zone({ value, error }: { value: string; error: string | undefined }) {
  const zones = useId();
  return (
    <Field label="Time zone" hint="For example, Europe/Berlin." error={error}>
      <Input name="zone" list={zones} maxLength={60} defaultValue={value} autoComplete="off" />
      <datalist id={zones}>
        {["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </Field>
  );
}
