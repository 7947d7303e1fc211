import { WalletCards } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";

export const metadata: Metadata = { title: "Deposits" };

export default function Deposits() {
  return (
    <>
      <PageHeader title="Deposits" description="Money that came in, and how far each payment is." />
      <Card>
        <EmptyState
          icon={WalletCards}
          title="Deposits are not set up on this server"
          action={
            <Button asChild variant="secondary">
              <Link href="/billing">Plan and billing</Link>
            </Button>
          }
        >
          Until they are, whoever runs the server puts money on a balance.
        </EmptyState>
      </Card>
    </>
  );
}
