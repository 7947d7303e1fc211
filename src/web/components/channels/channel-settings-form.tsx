import {
  channelEvents,
  channelLimits,
  eventsOf,
  otherLists,
  type ChannelEvent,
  type ShownChannel,
} from "#src/contract/channels.ts";
import { keepChannel } from "#src/web/actions/channels.ts";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";
import { SelectField, TextField, ZoneField } from "#src/web/components/ui/fields.tsx";
import { CheckboxGroup } from "#src/web/components/ui/boxes.tsx";

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

function Delivery({ manner, languages }: MannerProps & Pick<Props, "languages">) {
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
