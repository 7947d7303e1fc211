import { channelLimits } from "#src/contract/channels.ts";
import { endpointEvents, type EndpointEvent } from "#src/contract/webhooks.ts";
import { CheckboxGroup } from "#src/web/components/ui/boxes.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";

interface Props {
  readonly url?: string;
  readonly name?: string;
  readonly events?: readonly EndpointEvent[];
}

const choices = Object.entries(endpointEvents).map(([value, hint]: [string, string]) => ({
  value,
  label: <span className="font-mono text-xs">{value}</span>,
  hint,
}));

/** What a webhook of the account is made of, in the form of a new one and of one that is there. */
export function EndpointFields({ url = "", name = "", events = ["analysis.succeeded", "analysis.failed"] }: Props) {
  return (
    <>
      <TextField
        label="Endpoint URL"
        hint="We send a signed JSON message here for each event."
        type="url"
        name="url"
        maxLength={2048}
        defaultValue={url}
        placeholder="https://example.com/conclave"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="Name"
        hint="Helps you tell your webhooks apart."
        name="name"
        maxLength={channelLimits.nameLength}
        defaultValue={name}
        autoComplete="off"
      />
      <CheckboxGroup legend="Events" name="events" choices={choices} chosen={events} className="sm:grid-cols-2" />
    </>
  );
}
