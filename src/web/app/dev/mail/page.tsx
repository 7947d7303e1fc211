import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { listDevMails } from "#src/product/mail/mail.ts";
import { MailView } from "#src/web/components/dev/dev-pages.tsx";
import { PlainHeader } from "#src/web/components/shell/public-frame.tsx";
import { classNames } from "#src/web/components/ui/elements.tsx";
import { EmptyState } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { paramOf, type PageProps } from "#src/web/page-request.ts";

export const metadata: Metadata = { title: "Mailbox", robots: { index: false } };

/** What this server would have sent. Only where nobody but this machine reaches it, and no SMTP is set up. */
export default async function DevMailbox({ searchParams }: PageProps) {
  const { auth } = webContext();
  if (!auth.offer.devMailbox) notFound();
  const [mails, id] = await Promise.all([listDevMails(webContext(), auth), paramOf(searchParams, "mail")]);
  const selected = mails.find((mail) => mail.id === id) ?? mails[0];
  return (
    <div className="flex min-h-dvh flex-col">
      <PlainHeader className="border-b" />
      <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6">
        <h1 className="text-xl font-semibold">Development mailbox</h1>
        <p className="mb-6 text-sm text-muted">
          SMTP is not set up, so emails are kept here. Only this machine can open this page. Reload it to see new
          emails.
        </p>
        {selected === undefined ? (
          <EmptyState icon={Inbox} title="No emails yet" className="rounded-lg border bg-surface">
            Sign up or request a link, and the email appears here shortly.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <nav aria-label="Emails" className="self-start overflow-hidden rounded-lg border bg-surface">
              <ul className="max-h-60 overflow-y-auto lg:max-h-[70dvh]">
                {mails.map((mail) => (
                  <li key={mail.id} className="border-b last:border-0">
                    <Link
                      href={`/dev/mail?mail=${mail.id}`}
                      aria-current={mail.id === selected.id ? "page" : undefined}
                      className={classNames(
                        "grid px-4 py-3 -outline-offset-2",
                        mail.id === selected.id ? "bg-accent-soft" : "hover:bg-sunken",
                      )}
                    >
                      <span className="font-medium">{mail.subject}</span>
                      <span className="truncate text-xs text-muted">{mail.to}</span>
                      <Time at={mail.created_at} className="text-xs text-muted" />
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <MailView key={selected.id} mail={selected} />
          </div>
        )}
      </main>
    </div>
  );
}
