"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { addChannel, endCalendar, makeCalendar } from "#src/web/actions/channels.ts";
import { Alert, Button } from "#src/web/components/ui/elements.tsx";
import { CopyableCode } from "#src/web/components/ui/code-block.tsx";
import { FailureAlert, Form, Submit } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { AddedKind, type MadeChannel, channelKinds, channelLimits } from "#src/contract/messages/channels.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { useHydrated } from "#src/web/components/ui/early.ts";
import { SelectField, TextField } from "#src/web/components/ui/fields.tsx";

/** The new address is shown here and nowhere else; it goes with the page. */
export function CalendarForm({ has }: { has: boolean }) {
  const router = useRouter();
  const [made, setMade] = useState<string | undefined>(undefined);
  const make = useActionForm(makeCalendar, (url) => {
    setMade(url);
    router.refresh();
  });
  const end = useActionForm(endCalendar, () => {
    setMade(undefined);
    router.refresh();
  });
  const address = made ?? make.posted;
  return (
    <div className="grid gap-4">
      {address === undefined || !has ? null : (
        <Alert tone="warning" title="Copy the address now. It will not be shown again">
          <div className="mt-2">
            <CopyableCode text={address} label="Copy address" />
          </div>
        </Alert>
      )}
      <FailureAlert failure={make.errorBeside([])} title="The address was not created" />
      <FailureAlert failure={end.errorBeside([])} title="The address was not revoked" />
      <div className="flex flex-wrap gap-3">
        <Form to={make.form}>
          <Submit wide variant="secondary" size="sm">
            {has ? "Replace address" : "Create address"}
          </Submit>
        </Form>
        {has ? (
          <Form to={end.form}>
            <Submit wide variant="danger" size="sm">
              Revoke address
            </Submit>
          </Form>
        ) : null}
      </div>
    </div>
  );
}

const hints: Readonly<Record<Exclude<AddedKind, "telegram">, { hint: string; placeholder: string }>> = {
  discord: {
    hint: "In Discord: Edit channel, Integrations, Webhooks, Copy webhook URL.",
    placeholder: "https://discord.com/api/webhooks/…",
  },
  slack: {
    hint: "In your Slack app: Incoming webhooks, Add new webhook to workspace.",
    placeholder: "https://hooks.slack.com/services/…",
  },
  ntfy: {
    hint: "The topic you subscribe to, on ntfy.sh or your own server.",
    placeholder: "https://ntfy.sh/your-topic",
  },
  webhook: {
    hint: "We send a signed JSON message to this URL for each event.",
    placeholder: "https://example.com/hook",
  },
};

/** Without scripts all fields are there; with them those of the chosen service. */
export function NewChannelForm({ telegram }: { telegram: boolean }) {
  const router = useRouter();
  const hydrated = useHydrated();
  const kinds = AddedKind.options.filter((kind) => telegram || kind !== "telegram");
  const [made, setMade] = useState<MadeChannel | undefined>(undefined);
  const { form, typed, posted } = useActionForm(addChannel, (added, sent) => {
    setMade(added);
    sent.reset();
    router.refresh();
  });
  const [kind, setKind] = useState<string>(typed("kind") ?? kinds[0] ?? "discord");
  const shown = made ?? posted;
  const chosen = AddedKind.safeParse(kind);
  const of = chosen.success && chosen.data !== "telegram" ? hints[chosen.data] : null;
  return (
    <div className="grid gap-5">
      {shown === undefined ? null : <Made made={shown} />}
      <Form to={form} beside={["name", "url", "token"]} failed="The channel was not added" className="max-w-xl">
        <SelectField
          label="Service"
          name="kind"
          value={kind}
          onChange={({ target }) => setKind(target.value)}
          options={kinds.map((value) => ({ value, label: channelKinds[value] }))}
        />
        <TextField
          label="Name"
          hint="Helps you tell your channels apart."
          name="name"
          maxLength={channelLimits.nameLength}
          autoComplete="off"
        />
        {hydrated && of === null ? null : (
          <TextField
            label="URL"
            hint={hydrated ? of?.hint : "Not needed for Telegram."}
            type="url"
            name="url"
            maxLength={2048}
            placeholder={of?.placeholder}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {hydrated && kind !== "ntfy" ? null : (
          <TextField
            label="Access token"
            hint="Only for protected ntfy topics."
            type="password"
            name="token"
            maxLength={2048}
            autoComplete="off"
          />
        )}
        <Submit>Add channel</Submit>
      </Form>
    </div>
  );
}

function Made({ made: { name, connect, secret } }: { made: MadeChannel }) {
  if (connect !== null)
    return (
      <Alert tone="warning" title={`Connect “${isolated(name)}” in Telegram`}>
        <p>
          Open the link and press Start within {channelLimits.connectMinutes} minutes. To use a group, add the bot to it
          and send it the command below.
        </p>
        <p className="mt-2">
          <a
            href={connect}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent underline underline-offset-4"
          >
            Open Telegram
          </a>
        </p>
        <div className="mt-2">
          <CopyableCode text={`/start ${new URL(connect).searchParams.get("start") ?? ""}`} label="Copy command" />
        </div>
      </Alert>
    );
  if (secret !== null)
    return (
      <Alert tone="warning" title={`Copy the signing secret of “${isolated(name)}” now. It will not be shown again`}>
        <div className="mt-2">
          <CopyableCode text={secret} label="Copy secret" />
        </div>
      </Alert>
    );
  return <Alert tone="positive" title={`“${isolated(name)}” was added`} />;
}

/** Sent by the browser itself: whoever has the link need not be signed in. */
export function StopForm({ token }: { token: string }) {
  return (
    <Form to={{ action: `/api/unsubscribe/${encodeURIComponent(token)}`, onSubmit: () => {} }}>
      <Button type="submit">Unsubscribe</Button>
    </Form>
  );
}
