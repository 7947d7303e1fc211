import type { Metadata } from "next";
import { periodDays, plans, referral } from "#src/contract/plans.ts";
import { PlanTable } from "#src/web/components/marketing/plan-table.tsx";
import { viewer } from "#src/web/session.ts";

export const metadata: Metadata = {
  title: "Pricing",
  description: `Three plans, bought for ${periodDays} days at a time from your balance. No card on file, nothing to cancel in time.`,
  alternates: { canonical: "/pricing" },
};

const questions = [
  {
    ask: "How do I pay?",
    answer: `You put money on your balance and buy a plan from it for ${periodDays} days. Renewal takes the price from the balance and can be switched off at any time; without enough balance the account goes back to ${plans.free.name}.`,
  },
  {
    ask: "What happens when I upgrade in the middle of a period?",
    answer:
      "The unused part of the old plan counts towards the price of the new one. The amount is shown before you buy.",
  },
  {
    ask: "Does the price include the models?",
    answer:
      "Yes, up to the model budget of a run. Each report lists the cost of every agent. A run on the rules engine costs nothing.",
  },
  {
    ask: "What if a run ends in REVIEW?",
    answer:
      "It counts as an analysis: the debate took place and found no answer that the evidence carries. A date in the future or an unknown symbol ends before any model is asked.",
  },
  {
    ask: "Is there something for recommending Conclave?",
    answer: `Your link gives you ${referral.rewardPercent} % of what a new account pays for its first period, on your balance.`,
  },
] as const;

export default async function Pricing() {
  const signedIn = (await viewer()) !== null;
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-16">
      <div className="mb-10 grid max-w-2xl gap-3">
        <h1 className="text-3xl font-semibold">Pricing</h1>
        <p className="text-base text-muted">
          A plan is bought for {periodDays} days from your balance. There is no card on file and nothing to cancel in
          time.
        </p>
      </div>
      <PlanTable signedIn={signedIn} />
      <section className="mt-16 grid gap-6 sm:mt-20">
        <h2 className="text-xl font-semibold">Questions</h2>
        <dl className="grid gap-x-12 md:grid-cols-2">
          {questions.map(({ ask, answer }) => (
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
