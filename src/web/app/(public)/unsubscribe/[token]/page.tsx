import type { Metadata } from "next";
import { readStopLink } from "#src/product/channels/channels.ts";
import { StopForm } from "#src/web/components/channels/channel-forms.tsx";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { webContext } from "#src/web/context.ts";
import { orNotFound, type PageProps } from "#src/web/page-request.ts";

export const metadata: Metadata = {
  title: "Unsubscribe",
  robots: { index: false, follow: false },
};

/** Where the link in a message leads: to look at it changes nothing, as apps open links to preview them. */
export default async function Unsubscribe({ params }: PageProps<"token">) {
  const token = (await params).token;
  const ctx = webContext();
  const { kind, stopped } = await orNotFound(readStopLink(ctx, { secret: ctx.auth.keys.secret, token }));
  return (
    <main id="main" className="mx-auto grid w-full max-w-xl gap-4 px-4 py-8 sm:px-6">
      <PageHeader title="Unsubscribe" description={`Messages from Conclave through this ${kind} channel.`} />
      {stopped ? (
        <Alert tone="positive" title="Nothing is sent through this channel">
          The owner of the account can resume it under Alerts.
        </Alert>
      ) : (
        <>
          <p className="text-sm text-muted">
            No more messages will arrive in this chat. Emails and other channels are not affected.
          </p>
          <StopForm token={token} />
        </>
      )}
    </main>
  );
}
