import { BellRing } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { channelKinds } from "#src/contract/channels.ts";
import { getCalendar } from "#src/services/calendar/get-calendar.ts";
import { listChannels } from "#src/services/channels/list-channels.ts";
import { CalendarForm } from "#src/web/components/channels/calendar-form.tsx";
import { ChannelStateBadge } from "#src/web/components/channels/channel-state.tsx";
import { NewChannelForm } from "#src/web/components/channels/new-channel-form.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { TextLink } from "#src/web/components/ui/text-link.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Channels" };

export default async function Channels() {
  const ctx = contextOf(await requireViewer());
  const [{ channels, telegram }, calendar] = await Promise.all([listChannels(ctx), getCalendar(ctx)]);
  return (
    <>
      <Card>
        <CardHeader>
          <CardTitle>Your channels</CardTitle>
          <CardDescription>
            Get signals and account events in your chat, besides email.{" "}
            <TextLink href="/help/channels">How it works</TextLink>
          </CardDescription>
        </CardHeader>
        {channels.length === 0 ? (
          <EmptyState icon={BellRing} title="No channels yet" className="border-t">
            Add one below.
          </EmptyState>
        ) : (
          <CardContent>
            <ul className="grid">
              {channels.map(({ id, kind, name, hint, state, reason }) => (
                <li key={id} className="grid gap-1 border-b py-3 text-sm first:pt-0 last:border-0 last:pb-0">
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Link
                      href={`/settings/channels/${id}`}
                      className="text-accent underline decoration-accent/40 underline-offset-4 wrap-anywhere"
                    >
                      {name}
                    </Link>
                    <ChannelStateBadge state={state} />
                  </div>
                  <p className="text-xs text-muted wrap-anywhere">
                    {[channelKinds[kind], hint].filter((part) => part !== "").join(", ")}
                  </p>
                  {reason === null ? null : <p className="text-xs text-negative">Paused: {reason}.</p>}
                </li>
              ))}
            </ul>
          </CardContent>
        )}
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Add a channel</CardTitle>
          <CardDescription>
            Addresses and tokens are stored encrypted and never shown again.
            {telegram ? "" : " Telegram is not set up on this server."}
          </CardDescription>
        </CardHeader>
        <CardContent>
          <NewChannelForm telegram={telegram} />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Calendar</CardTitle>
          <CardDescription>
            Market closes of your lists, when the lists run, and expected reports, for any calendar app. Anyone with the
            address can read it.
          </CardDescription>
        </CardHeader>
        <CardContent className="grid gap-4">
          {calendar === null ? null : (
            <p className="text-sm text-muted">
              Created <Time at={calendar.created_at} />.{" "}
              {calendar.read_at === null ? (
                "Not read yet."
              ) : (
                <>
                  Last read <Time at={calendar.read_at} />.
                </>
              )}
            </p>
          )}
          <CalendarForm has={calendar !== null} />
        </CardContent>
      </Card>
    </>
  );
}
