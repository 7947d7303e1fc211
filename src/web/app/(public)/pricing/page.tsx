import { Check, Minus } from "lucide-react";
import type { Metadata } from "next";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { periodDays, plans, type PlanTerms, referral } from "#src/contract/accounts/plans.ts";
import { countText } from "#src/core/text/number-text.ts";
import { LinkButton, classNames } from "#src/web/components/ui/elements.tsx";
import { viewer } from "#src/web/viewer.ts";
import { setTimeout as pause } from "node:timers/promises";
import { listProcessors } from "#src/product/deposits/reading.ts";
import { webContext } from "#src/web/context.ts";

export const metadata: Metadata = {
  title: "Pricing",
  description: `Three plans, bought for ${periodDays} days at a time from your balance. It renews from your balance until you turn that off.`,
  alternates: { canonical: "/pricing" },
};

const questions = [
  {
    ask: "Does a plan renew?",
    answer: `Yes. A plan is bought for ${periodDays} days and then renews from your balance, until you turn renewal off. If your balance is too low, your account returns to ${plans.free.name}.`,
  },
  {
    ask: "What happens when I upgrade in the middle of a period?",
    answer: "The unused part of your current plan is credited towards the new one. You see the amount before you buy.",
  },
  {
    ask: "Does the price include the models?",
    answer:
      "Yes, up to the model budget of a run. Each report lists the cost of every agent. Runs on the rules engine are free.",
  },
  {
    ask: "What if a run ends in REVIEW?",
    answer:
      "It counts as an analysis: the debate took place and the evidence supported no opinion. A future date or an unknown symbol ends the run before any model is called.",
  },
  {
    ask: "Is there a referral programme?",
    answer: `Yes. When someone signs up with your link, ${referral.rewardPercent}% of their first plan payment is added to your balance.`,
  },
] as const;

/** @param coins what deposits can be made in; `null`: not known now */
function paying(coins: readonly string[] | null): string {
  if (coins?.length === 0)
    return "Deposits are not set up on this server. An administrator can add money to your balance.";
  const which = coins === null ? "" : `: ${new Intl.ListFormat("en-GB").format(coins)}`;
  return `You deposit cryptocurrency${which}. Your balance is credited in US dollars, and you buy a plan from it. Cards and bank transfers are not accepted.`;
}

export default async function Pricing() {
  const [signedIn, coins] = await Promise.all([viewer().then((who) => who !== null), acceptedCoins()]);
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-16">
      <div className="mb-10 grid max-w-2xl gap-3">
        <h1 className="text-3xl font-semibold">Pricing</h1>
        <p className="text-base text-muted">
          A plan is bought for {periodDays} days from your balance, and renews from it until you turn that off. There is
          no card on file.
        </p>
      </div>
      <PlanTable signedIn={signedIn} />
      <section className="mt-16 grid gap-6 sm:mt-20">
        <h2 className="text-xl font-semibold">Questions</h2>
        <dl className="grid gap-x-12 md:grid-cols-2">
          {[{ ask: "How do I pay?", answer: paying(coins) }, ...questions].map(({ ask, answer }) => (
            <div key={ask} className="grid content-start gap-1.5 border-t py-5">
              <dt className="text-base font-medium">{ask}</dt>
              <dd className="text-muted">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
    </main>
  );
}

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
function PlanTable({ signedIn }: { signedIn: boolean }) {
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
          <LinkButton href={start(terms, signedIn)} variant={terms.plan === "signals" ? "primary" : "secondary"}>
            {terms.priceMinor === 0 ? "Start free" : `Start with ${terms.name}`}
          </LinkButton>
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

/** A page that everybody reads does not wait for a payment processor. */
const withinMs = 1000;

/** What deposits can be made in, by their short names; `null` where the processors do not say in time. */
async function acceptedCoins(): Promise<readonly string[] | null> {
  const context = webContext();
  const offers = await Promise.race([
    listProcessors(context, context.paymentGateway).catch(() => null),
    pause(withinMs, null, { ref: false }),
  ]);
  return offers && [...new Set(offers.flatMap(({ currencies }) => currencies.map(({ coin }) => coin)))].toSorted();
}
