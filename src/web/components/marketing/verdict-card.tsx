import { counted } from "#src/platform/number-text.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";
import type { DemoRun } from "./demo-run.ts";
import { PriceFigure } from "./price-figure.tsx";

/** "103 from evidence, 5 the agents' own": levels that an agent sets rest on nobody else's word. */
function numbersLine({ evidence, own, flagged }: DemoRun["numbers"]): string {
  const others = [own > 0 ? `${own} proposed by agents` : "", flagged > 0 ? `${flagged} flagged` : ""];
  return [`${evidence} from evidence`, ...others.filter((part) => part !== "")].join(", ");
}

/** The head of a report: rating, chart, levels. */
export function VerdictCard({ run }: { run: DemoRun }) {
  const passed = run.checks.filter(({ outcome }) => outcome === "pass").length;
  const facts = [
    {
      label: "Target horizon",
      value: run.verdict.horizon_days === null ? "None" : counted(run.verdict.horizon_days, "day"),
    },
    { label: "Numbers", value: numbersLine(run.numbers) },
    { label: "Level checks", value: `${passed} of ${run.checks.length} passed` },
  ];
  return (
    <figure className="grid min-w-0 rounded-lg border bg-surface">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b px-5 py-3.5">
        <p className="text-base font-semibold">
          {run.symbol} <span className="font-normal text-muted">as of {run.session}</span>
        </p>
        <Badge tone="warning">Synthetic company</Badge>
      </div>
      <div className="px-5 pt-5">
        <RatingScale rating={run.rating} />
      </div>
      <div className="px-2 pt-4 pb-2 sm:px-4">
        <PriceFigure run={run} />
      </div>
      <dl className="grid grid-cols-1 border-t text-sm sm:grid-cols-3 sm:divide-x">
        {facts.map(({ label, value }) => (
          <div
            key={label}
            className="flex justify-between gap-3 px-5 py-2.5 max-sm:border-b max-sm:last:border-b-0 sm:grid sm:gap-0.5"
          >
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <figcaption className="border-t px-5 py-3 text-xs text-muted">
        A real run on the archive that ships with Conclave. The company is synthetic and the rules engine made the
        arguments, without a language model.
      </figcaption>
    </figure>
  );
}
