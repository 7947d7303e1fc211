import { Check, Minus } from "lucide-react";
import { countText } from "#src/platform/number-text.ts";
import Link from "next/link";
import { formatUsd } from "#src/contract/money.ts";
import { periodDays, plans, type PlanTerms } from "#src/contract/plans.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { classNames } from "#src/web/components/ui/class-names.ts";

type Value = string | boolean;

/** What the plans differ in, read from the one table of plans. */
const rows: readonly { readonly label: string; readonly of: (plan: PlanTerms) => Value }[] = [
  { label: "Analyses per month", of: ({ analysesPerMonth }) => String(analysesPerMonth) },
  { label: "Model budget per run", of: ({ runBudgetUsd }) => `$${runBudgetUsd}` },
  { label: "Analyses at a time", of: ({ slots }) => String(slots) },
  { label: "Live signals", of: ({ signals }) => signals },
  { label: "Watchlists", of: ({ watchlists }) => String(watchlists) },
  { label: "Decisions per backtest", of: ({ backtestDecisions }) => countText(backtestDecisions) },
  { label: "Analyses watched after they finish", of: ({ watchedRatings }) => countText(watchedRatings) },
  { label: "API keys", of: ({ api }) => api },
  {
    label: "API requests per minute per key",
    of: ({ api, requestsPerMinute }) => (api ? String(requestsPerMinute) : false),
  },
];

/** `signedIn`: the buttons lead to where a plan is bought, not to where an account is made. */
export function PlanTable({ signedIn }: { signedIn: boolean }) {
  const shown: readonly PlanTerms[] = Object.values(plans);
  return (
    <ul className="grid gap-4 md:grid-cols-3 md:gap-0">
      {shown.map((terms) => (
        <li
          key={terms.plan}
          className="grid content-start gap-6 rounded-lg border bg-surface p-6 md:rounded-none md:border-l-0 md:first:rounded-l-lg md:first:border-l md:last:rounded-r-lg"
        >
          <div className="grid gap-2">
            <h2 className="text-base font-semibold">{terms.name}</h2>
            <p className="flex items-baseline gap-2">
              <span className="text-3xl font-semibold tabular-nums">{price(terms)}</span>
              <span className="text-sm text-muted">
                {terms.priceMinor === 0 ? "forever" : `for ${periodDays} days`}
              </span>
            </p>
            <p className="md:min-h-11 text-sm text-muted">{terms.tagline}</p>
          </div>
          <Button asChild variant={terms.plan === "signals" ? "primary" : "secondary"}>
            <Link href={start(terms, signedIn)}>
              {terms.priceMinor === 0 ? "Start free" : `Start with ${terms.name}`}
            </Link>
          </Button>
          <dl className="grid text-sm">
            {rows.map(({ label, of }) => (
              <div key={label} className="flex items-baseline justify-between gap-4 border-t py-2.5">
                <dt className="text-muted">{label}</dt>
                <dd className="text-right font-medium tabular-nums">
                  <Cell value={of(terms)} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Cell({ value }: { value: Value }) {
  if (typeof value === "string") return value;
  const Icon = value ? Check : Minus;
  return (
    <>
      <Icon aria-hidden className={classNames("inline size-4", value ? "text-accent" : "text-faint")} />
      <span className="sr-only">{value ? "Yes" : "No"}</span>
    </>
  );
}

function price({ priceMinor }: PlanTerms): string {
  return formatUsd(priceMinor).replace(/\.00$/, "");
}

function start({ priceMinor }: PlanTerms, signedIn: boolean): string {
  if (signedIn) return "/billing";
  return priceMinor === 0 ? "/sign-up" : `/sign-up?next=${encodeURIComponent("/billing")}`;
}
