import { Bot } from "lucide-react";
import type { Metadata } from "next";
import { type AnswerOutcome, ModelReview } from "#src/contract/jobs/model-checks.ts";
import { countText } from "#src/core/text/number-text.ts";
import { type ModelAnswers, readModelAnswers } from "#src/product/admin/reading.ts";
import { ModelTestCard } from "#src/web/components/account/admin-forms.tsx";
import { Card, EmptyState } from "#src/web/components/ui/page-parts.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { webContext } from "#src/web/context.ts";
import { adminContextOf, requireAdmin } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Models" };

export default async function Models() {
  const who = await requireAdmin();
  const { days, models } = await readModelAnswers(adminContextOf(who));
  return (
    <div className="grid grid-cols-1 gap-6">
      <ModelTestCard budgetUsd={webContext().modelTest.budgetUsd} />
      <Card
        title="Answers"
        description={
          <>
            How well each language model&apos;s answers could be read in the last {days} days. Cancelled analyses and
            the rules engine are not counted.
          </>
        }
        flush
      >
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

/** What is told of an answer, each as a share of all. */
const columns: readonly { readonly outcome: AnswerOutcome; readonly name: string; readonly title: string }[] = [
  { outcome: "repaired", name: "Repaired", title: "Broken JSON, other text around it, or values in another form" },
  { outcome: "incomplete", name: "Incomplete", title: "Some fields could not be read" },
  { outcome: "asked_again", name: "Asked again", title: "A second call was needed" },
  { outcome: "unheard", name: "No answer", title: "The debate continued without this agent" },
];

const reviewNames: Readonly<Record<ModelReview, string>> = {
  no_opinion: "no opinion",
  conflict: "two ratings",
  unreadable_answer: "unreadable",
  refused: "refused",
  budget: "budget",
};

function ModelAnswersTable({ models }: { models: readonly ModelAnswers[] }) {
  return (
    <Table aria-label="Answers by model">
      <THead>
        <TR>
          <TH>Model</TH>
          <TH numeric>Answers</TH>
          {columns.map(({ outcome, name, title }) => (
            <TH key={outcome} numeric>
              <abbr title={title} className="no-underline">
                {name}
              </abbr>
            </TH>
          ))}
          <TH numeric>REVIEW</TH>
          <TH numeric>Failed analyses</TH>
        </TR>
      </THead>
      <TBody>
        {models.map(({ provider, model, counts }) => {
          const answers = counts.answer ?? 0;
          return (
            <TR key={`${provider} ${model}`}>
              <TD className="min-w-44">
                <span className="font-medium wrap-anywhere">{model}</span>
                <span className="block text-xs text-muted">{provider}</span>
              </TD>
              <TD numeric>{countText(answers)}</TD>
              {columns.map(({ outcome }) => (
                <TD key={outcome} numeric>
                  <Share
                    count={counts[outcome] ?? 0}
                    of={answers + (outcome === "unheard" ? (counts.unheard ?? 0) : 0)}
                  />
                </TD>
              ))}
              <TD numeric>
                <Reviews counts={counts} />
              </TD>
              <TD numeric>{countText(counts.failed ?? 0)}</TD>
            </TR>
          );
        })}
      </TBody>
    </Table>
  );
}

function Share({ count, of, note }: { count: number; of: number; note?: string }) {
  return (
    <>
      {countText(count)}
      {count === 0 || of === 0 ? null : <span className="block text-xs text-muted">{percent(count / of)}</span>}
      {note === undefined || note === "" ? null : <span className="block text-xs text-muted">{note}</span>}
    </>
  );
}

/** Of a model that decides; others rate nothing. */
function Reviews({ counts }: Pick<ModelAnswers, "counts">) {
  const verdicts = counts.verdict ?? 0;
  if (verdicts === 0) return "–";
  const reviews = ModelReview.options.map((code) => ({ code, count: counts[`review_${code}`] ?? 0 }));
  const told = reviews.filter(({ count }) => count > 0).map(({ code, count }) => `${reviewNames[code]} ${count}`);
  const total = reviews.reduce((sum, { count }) => sum + count, 0);
  return <Share count={total} of={verdicts} note={told.join(", ")} />;
}

function percent(share: number): string {
  return share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`;
}
