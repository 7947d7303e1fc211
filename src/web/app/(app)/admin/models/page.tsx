import { Bot } from "lucide-react";
import type { Metadata } from "next";
import { readModelAnswers } from "#src/services/admin/read-model-answers.ts";
import { ModelTestCard } from "#src/web/components/models/model-test-card.tsx";
import { ModelAnswersTable } from "#src/web/components/models/model-answers-table.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { webContext } from "#src/web/context.ts";
import { adminContextOf, requireAdmin } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Models" };

export default async function Models() {
  const who = await requireAdmin();
  const { days, models } = await readModelAnswers(adminContextOf(who));
  return (
    <div className="grid grid-cols-1 gap-6">
      <ModelTestCard budgetUsd={webContext().modelTest.budgetUsd} />
      <Card>
        <CardHeader>
          <CardTitle>Answers</CardTitle>
          <CardDescription>
            How well each language model&apos;s answers could be read in the last {days} days. Cancelled analyses and
            the rules engine are not counted.
          </CardDescription>
        </CardHeader>
        {models.length === 0 ? (
          <EmptyState icon={Bot} title="No answers yet">
            Answers are counted when an analysis with a language model ends.
          </EmptyState>
        ) : (
          <ModelAnswersTable models={models} />
        )}
      </Card>
    </div>
  );
}
