import { History } from "lucide-react";
import type { Metadata } from "next";
import { channelKinds, channelLimits, type ShownMessage } from "#src/contract/channels.ts";
import { languageChoices } from "#src/contract/language.ts";
import { houseList } from "#src/contract/signals.ts";
import { getChannel } from "#src/product/channels/get-channel.ts";
import { listWatchlists } from "#src/product/signals/list-watchlists.ts";
import { ChannelButtons, ChannelStateBadge, MessageStateBadge } from "#src/web/components/channels/channel-parts.tsx";
import { ChannelSettingsForm } from "#src/web/components/channels/channel-settings-form.tsx";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb, Card, CardContent, EmptyState, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { MessageLine } from "#src/web/components/ui/message-line.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { orNotFound } from "#src/web/found.ts";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export const metadata: Metadata = { title: "Channel" };

export default async function Channel({ params }: Props) {
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
