import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { listDevMails } from "#src/services/mail/list-dev-mails.ts";
import { MailView } from "#src/web/components/account/mail-view.tsx";
import { Logo } from "#src/web/components/shell/logo.tsx";
import { ThemeSwitch } from "#src/web/components/shell/theme-switch.tsx";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { house } from "#src/web/context.ts";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";

export const metadata: Metadata = { title: "Mailbox", robots: { index: false } };

/** What this server would have sent. Only where nobody but this machine reaches it, and no SMTP is set up. */
export default async function DevMailbox({ searchParams }: { searchParams: SearchParams }) {
  const { db, auth } = house();
  if (!auth.offer.devMailbox) notFound();
  const [mails, id] = await Promise.all([listDevMails({ db }, auth), paramOf(searchParams, "mail")]);
  const shown = mails.find((mail) => mail.id === id) ?? mails[0];
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between border-b px-4 py-3 sm:px-6">
        <Link href="/" aria-label="Conclave, start page" className="flex rounded-sm">
          <Logo />
        </Link>
        <ThemeSwitch />
      </header>
      <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6">
        <h1 className="text-xl font-semibold">Mailbox for development</h1>
        <p className="mb-6 text-sm text-muted">
          SMTP is not set up, so mail stays here. Only this machine reaches the page. Load it again for new mail.
        </p>
        {shown === undefined ? (
          <EmptyState icon={Inbox} title="No mail yet" className="rounded-lg border bg-surface">
            Sign up, or ask for a link, and it stands here a moment later.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <nav aria-label="Mails" className="self-start overflow-hidden rounded-lg border bg-surface">
              <ul className="max-h-60 overflow-y-auto lg:max-h-[70dvh]">
                {mails.map((mail) => (
                  <li key={mail.id} className="border-b last:border-0">
                    <Link
                      href={`/dev/mail?mail=${mail.id}`}
                      aria-current={mail.id === shown.id ? "page" : undefined}
                      className={classNames(
                        "grid px-4 py-3 -outline-offset-2",
                        mail.id === shown.id ? "bg-accent-soft" : "hover:bg-sunken",
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
            <MailView key={shown.id} mail={shown} />
          </div>
        )}
      </main>
    </div>
  );
}
