import { Coins } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { listSandboxPayments } from "#src/product/deposits/open-deposit.ts";
import { SandboxPayment } from "#src/web/components/dev/dev-pages.tsx";
import { PlainHeader } from "#src/web/components/shell/public-frame.tsx";
import { LinkButton } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { webContext } from "#src/web/context.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { orNotFound } from "#src/web/page-request.ts";

export const metadata: Metadata = { title: "Sandbox payer", robots: { index: false } };

/** The payer of the sandbox; only where no real processor is set up, on this machine alone. */
export default async function SandboxPayer() {
  const { paymentGateway } = webContext();
  if (paymentGateway.sandbox === null) notFound();
  const ctx = contextOf(await requireViewer("/dev/pay"));
  const payments = await orNotFound(listSandboxPayments(ctx, paymentGateway));
  return (
    <div className="flex min-h-dvh flex-col">
      <PlainHeader className="border-b" />
      <main id="main" className="mx-auto w-full max-w-4xl flex-1 px-4 py-6 sm:px-6">
        <PageHeader
          title="Sandbox payer"
          description="Simulates the payer and the payment processor. Each button sends the signed callbacks a real processor would send."
          actions={
            <LinkButton href="/deposits" variant="secondary" size="sm">
              Go to deposits
            </LinkButton>
          }
        />
        <div className="grid gap-4">
          {payments.length === 0 ? (
            <Card>
              <EmptyState icon={Coins} title="Nothing to pay">
                Open a deposit first. Its payment then appears here.
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
