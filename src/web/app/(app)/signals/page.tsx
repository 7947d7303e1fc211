import { Activity } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";

export const metadata: Metadata = { title: "Signals" };

export default function Signals() {
  return (
    <>
      <PageHeader title="Signals" description="Analyses on a schedule, told as soon as they end." />
      <Card>
        <EmptyState
          icon={Activity}
          title="No signals yet"
          action={
            <Button asChild>
              <Link href="/analyses/new">New analysis</Link>
            </Button>
          }
        >
          Nothing runs on a schedule on this server so far. An analysis of your own takes minutes.
        </EmptyState>
      </Card>
    </>
  );
}
