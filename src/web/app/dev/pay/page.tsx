import { Coins } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { NotFound } from "#src/platform/errors.ts";
import { listSandboxPayments } from "#src/services/deposits/play-sandbox.ts";
import { SandboxPayment } from "#src/web/components/deposits/sandbox-payment.tsx";
import { Logo } from "#src/web/components/shell/logo.tsx";
import { ThemeSwitch } from "#src/web/components/shell/theme-switch.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { house } from "#src/web/context.ts";
import { requireViewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Sandbox payer", robots: { index: false } };

/** The payer of the sandbox; only where no real processor is set up, on this machine alone. */
export default async function SandboxPayer() {
  const { till } = house();
  if (till.sandbox === null) notFound();
  await requireViewer("/dev/pay");
  const payments = await listSandboxPayments({ till }).catch((error: unknown) => {
    if (error instanceof NotFound) return notFound();
    throw error;
  });
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between border-b px-4 py-3 sm:px-6">
        <Link href="/" aria-label="Conclave, start page" className="flex rounded-sm">
          <Logo />
        </Link>
        <ThemeSwitch />
      </header>
      <main id="main" className="mx-auto w-full max-w-4xl flex-1 px-4 py-6 sm:px-6">
        <PageHeader
          title="Sandbox payer"
          description="Plays whoever pays, and the processor behind it: each press sends the signed callbacks that a real processor would send."
          actions={
            <Button asChild variant="secondary" size="sm">
              <Link href="/deposits">To the deposits</Link>
            </Button>
          }
        />
        <div className="grid gap-4">
          {payments.length === 0 ? (
            <Card>
              <EmptyState icon={Coins} title="There is nothing to pay">
                Open a deposit first; its payment then stands here.
              </EmptyState>
            </Card>
          ) : null}
          {payments.map((payment) => (
            <SandboxPayment key={payment.id} payment={payment} />
          ))}
        </div>
      </main>
    </div>
  );
}
