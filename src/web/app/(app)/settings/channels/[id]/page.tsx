import { History } from "lucide-react";
import type { Metadata } from "next";
import {
  channelKinds,
  channelLimits,
  type ShownMessage,
  channelEvents,
  eventsOf,
  otherLists,
  type ChannelEvent,
  type ShownChannel,
} from "#src/contract/messages/channels.ts";
import { languageChoices } from "#src/contract/run/language.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import { getChannel } from "#src/product/channels/channels.ts";
import { listWatchlists } from "#src/product/signals/watchlists.ts";
import { ChannelButtons, ChannelStateBadge, MessageStateBadge } from "#src/web/components/channels/channel-parts.tsx";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb, Card, CardContent, EmptyState, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { MessageLine } from "#src/web/components/ui/message-line.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { orNotFound, type PageProps } from "#src/web/page-request.ts";
import { keepChannel } from "#src/web/actions/channels.ts";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";
import { SelectField, TextField, ZoneField } from "#src/web/components/ui/fields.tsx";
import { CheckboxGroup } from "#src/web/components/ui/boxes.tsx";

export const metadata: Metadata = { title: "Channel" };

export default async function Channel({ params }: PageProps<"id">) {
  const who = await requireViewer();
  const ctx = contextOf(who);
  const { channel, log } = await orNotFound(getChannel(ctx, (await params).id));
  const own = await listWatchlists(ctx);
  const house = who.entitlements.signals ? [{ id: houseList, name: "Live signals" }] : [];
  const { kind, name, hint, state, reason, manner } = channel;
  return (
    <>
      <Breadcrumb steps={[{ href: "/settings/notifications#channels", label: "Alerts" }, { label: name }]} />
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3 wrap-anywhere">
            <bdi>{name}</bdi> <ChannelStateBadge state={state} />
          </span>
        }
        description={[channelKinds[kind], hint].filter((part) => part !== "").join(", ")}
      />
      <Card inner="grid gap-4">
        {state === "paused" && reason !== null ? (
          <Alert tone="negative" title="Nothing is sent here">
            We paused this channel: {reason}. Fix it at the service, then resume.
          </Alert>
        ) : null}
        {state === "connecting" ? (
          <Alert tone="warning" title="Not connected yet">
            Open the link you were shown and press Start. If it has expired, remove this channel and add it again.
          </Alert>
        ) : null}
        <ChannelButtons channel={channel} />
      </Card>
      <Card title="Events and delivery">
        <ChannelSettingsForm
          channel={channel}
          lists={[...house, ...own.map((list) => ({ id: list.id, name: list.name }))]}
          languages={languageChoices(manner.language)}
        />
      </Card>
      <Card title="Delivery log" description={<>The last 50 messages, kept for {channelLimits.logDays} days.</>} flush>
        {log.length === 0 ? (
          <EmptyState icon={History} title="Nothing sent yet" className="pt-4">
            Send a test message to see it here.
          </EmptyState>
        ) : (
          <CardContent>
            <DeliveryLog log={log} />
          </CardContent>
        )}
      </Card>
    </>
  );
}

/** What a channel was told, newest first, with every attempt. */
function DeliveryLog({ log }: { log: readonly ShownMessage[] }) {
  return (
    <ul className="grid">
      {log.map(({ id, event, about, state, reason, created_at: at, due_at: next, attempts }) => (
        <MessageLine
          key={id}
          badge={<MessageStateBadge state={state} />}
          title={<span className="text-ink wrap-anywhere">{about === "" ? event : `${event}: ${about}`}</span>}
          {...{ at, reason, next, attempts }}
        />
      ))}
    </ul>
  );
}

interface ChannelSettingsFormProps {
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
function ChannelSettingsForm({ channel, lists, languages }: ChannelSettingsFormProps) {
  const { choices, manner } = channel;
  const all = [...lists, { id: otherLists, name: "Lists you add later" }];
  const chosen = (id: string): readonly string[] => choices.lists[id] ?? choices.lists[otherLists] ?? [];
  return (
    <ActionForm
      action={keepChannel}
      beside={["name", "zone", "quiet", "language"]}
      failed="The settings were not saved"
      said="Saved"
      hidden={{ id: channel.id }}
      className="gap-6"
    >
      <TextField
        label="Name"
        className="max-w-xl"
        name="name"
        maxLength={channelLimits.nameLength}
        defaultValue={channel.name}
        autoComplete="off"
      />
      {all.map(({ id, name }) => (
        <Events key={id} legend={name} name={`list ${id}`} events={eventsOf("list")} chosen={chosen(id)} list={id} />
      ))}
      <Events legend="Your account" name="account" events={eventsOf("account")} chosen={choices.account} />
      <Delivery manner={manner} languages={languages} />
      <QuietHours manner={manner} />
      <Submit>Save</Submit>
    </ActionForm>
  );
}

interface MannerProps {
  readonly manner: ShownChannel["manner"];
}

function Delivery({ manner, languages }: MannerProps & Pick<ChannelSettingsFormProps, "languages">) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium">Delivery</legend>
      <SelectField
        label="Send"
        className="sm:col-span-2"
        name="digest"
        defaultValue={manner.digest?.every ?? "off"}
        options={[
          { value: "off", label: "A message for each event" },
          { value: "day", label: "A daily digest" },
          { value: "week", label: "A weekly digest" },
        ]}
      />
      <SelectField
        label="Digest at"
        name="digest_hour"
        defaultValue={String(manner.digest?.hour ?? 8)}
        options={hours}
      />
      <SelectField
        label="Weekly digest on"
        name="digest_weekday"
        defaultValue={String(manner.digest?.weekday ?? 1)}
        options={weekdays}
      />
      <ZoneField defaultValue={manner.zone} />
      <SelectField
        label="Language"
        hint="Messages are written in English, German, French and Spanish; in English for other languages."
        name="language"
        defaultValue={manner.language}
        options={languages}
      />
    </fieldset>
  );
}

function QuietHours({ manner }: MannerProps) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-3">
      <legend className="mb-2 text-sm font-medium">Quiet hours</legend>
      <SelectField
        label="In quiet hours"
        name="quiet"
        defaultValue={manner.quiet?.mode ?? "off"}
        options={[
          { value: "off", label: "Send as usual" },
          { value: "hold", label: "Send afterwards" },
          { value: "drop", label: "Do not send" },
        ]}
      />
      <TextField label="From" type="time" name="quiet_from" defaultValue={manner.quiet?.from ?? "22:00"} />
      <TextField label="Until" type="time" name="quiet_to" defaultValue={manner.quiet?.to ?? "07:00"} />
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
  const choices = events.map((event) => ({ value: event, ...channelEvents[event] }));
  return (
    <CheckboxGroup legend={legend} name={name} choices={choices} chosen={chosen} className="sm:grid-cols-2">
      {list === undefined ? null : <input type="hidden" name="lists" value={list} />}
    </CheckboxGroup>
  );
}
