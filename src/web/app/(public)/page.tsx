import type { Metadata } from "next";
import type { ReactNode } from "react";
import shown from "#src/web/components/marketing/demo-run.json" with { type: "json" };
import { DemoRun } from "#src/web/components/marketing/demo-run.ts";
import { ReportExcerpt, VerdictCard } from "#src/web/components/marketing/sample-parts.tsx";
import { LinkButton, classNames } from "#src/web/components/ui/elements.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";

export const metadata: Metadata = { alternates: { canonical: "/" } };

const demo = DemoRun.parse(shown);

const request = `curl -X POST "$CONCLAVE_URL/v1/analyses" \\
  -H "X-API-Key: $CONCLAVE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"ticker": "AAPL", "trade_date": "2025-06-02"}'`;

export default function Landing() {
  return (
    <main id="main">
      <Hero run={demo} />
      <Section
        id="how"
        title="How a debate works"
        lead="Twelve agents in five stages. Agents within a stage speak in parallel, and all of them read the same numbered evidence."
      >
        <DebateGraph />
      </Section>
      <Section
        id="report"
        title="From a report"
        lead="From the run at the top of this page. Select a number to see its evidence."
      >
        <ReportExcerpt run={demo} />
      </Section>
      <Section title="Guarantees" lead="Enforced in code, whichever model you use.">
        <Guarantees />
      </Section>
      <Section
        title="One request"
        lead="The same debate as a job API: submit, poll or stream events, read the result. API keys are included in the Elite plan."
      >
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-10">
          <CodeBlock language="shell" code={request} />
          <div className="grid justify-items-start gap-4 text-muted">
            <p>
              The response is a job with an ID. Cancel it in any state, retry safely with an idempotency key, and
              receive the result through a signed webhook.
            </p>
            <LinkButton href="/docs/api" variant="secondary">
              API reference
            </LinkButton>
          </div>
        </div>
      </Section>
      <section className="border-t">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-6 px-4 py-14 sm:px-6">
          <div className="grid gap-1">
            <h2 className="text-xl font-semibold">Analyse your first stock</h2>
            <p className="text-muted">All you need for the free plan is an email address.</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <LinkButton href="/sign-up">Start free</LinkButton>
            <LinkButton href="/pricing" variant="secondary">
              See pricing
            </LinkButton>
          </div>
        </div>
      </section>
    </main>
  );
}

interface Stage {
  readonly title: string;
  readonly note: string;
  readonly agents: readonly { readonly name: string; readonly does: string }[];
}

/** The order in which the debate runs; what stands in one stage speaks at the same time. */
const stages: readonly Stage[] = [
  {
    title: "Analysts",
    note: "in parallel",
    agents: [
      { name: "Market", does: "price, trend, volatility" },
      { name: "Fundamentals", does: "filings as first filed" },
      { name: "News", does: "dated items only" },
      { name: "Social", does: "dated posts only" },
    ],
  },
  {
    title: "Debate",
    note: "1 to 10 rounds",
    agents: [
      { name: "Bull", does: "the case for owning it" },
      { name: "Bear", does: "the case against" },
    ],
  },
  {
    title: "Plan",
    note: "in sequence",
    agents: [
      { name: "Research manager", does: "weighs both cases" },
      { name: "Trader", does: "entry, stop, size" },
    ],
  },
  {
    title: "Risk",
    note: "in parallel",
    agents: [
      { name: "Aggressive", does: "missed upside" },
      { name: "Neutral", does: "reward versus risk" },
      { name: "Conservative", does: "potential losses" },
    ],
  },
  {
    title: "Verdict",
    note: "then checked by code",
    agents: [{ name: "Portfolio manager", does: "rating, thesis, target, horizon" }],
  },
];

/** The debate as a picture: five stages from left to right, on a phone from top to bottom. */
function DebateGraph() {
  return (
    <figure className="grid gap-8">
      <ol className="grid gap-y-7 lg:grid-cols-[1.15fr_1fr_1fr_1fr_1fr] lg:gap-x-7">
        {stages.map((stage, index) => (
          <StageColumn key={stage.title} stage={stage} last={index === stages.length - 1} number={index + 1} />
        ))}
      </ol>
      <div className="grid gap-px overflow-hidden rounded-lg border bg-line text-sm sm:grid-cols-3">
        <Outcome title="Checks">
          Code compares each number with the evidence, and the entry, stop and target with price and volatility.
        </Outcome>
        <Outcome title="An opinion">Buy, Overweight, Hold, Underweight or Sell, with the levels that passed.</Outcome>
        <Outcome title="Or REVIEW" review>
          No data or no readable verdict. The run says so. It is never turned into a silent Hold.
        </Outcome>
      </div>
      <figcaption className="text-sm text-muted">
        With one round, each of the twelve agents speaks once. Those within a stage speak in parallel, so you wait for
        six answers and the analysts' look-ups, not for twelve.
      </figcaption>
    </figure>
  );
}

function StageColumn({ stage, number, last }: { stage: Stage; number: number; last: boolean }) {
  return (
    <li className="relative grid content-start gap-3">
      <div className="flex items-baseline gap-2 lg:grid lg:gap-0">
        <h3 className="text-sm font-semibold text-ink">
          <span className="mr-2 font-normal text-faint tabular-nums">{number}</span>
          {stage.title}
        </h3>
        <p className="text-xs text-muted">{stage.note}</p>
      </div>
      <ul className="grid gap-2 max-lg:grid-cols-2">
        {stage.agents.map(({ name, does }) => (
          <li
            key={name}
            className={classNames(
              "rounded-md border bg-surface px-3 py-2",
              name === "Bull" && "border-l-2 border-l-positive",
              name === "Bear" && "border-l-2 border-l-negative",
              last && "border-accent bg-accent-soft max-lg:col-span-2",
            )}
          >
            <p className="text-sm font-medium text-ink">{name}</p>
            <p className="text-xs text-muted">{does}</p>
          </li>
        ))}
      </ul>
      {last ? null : <Arrow />}
    </li>
  );
}

function Arrow() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 12"
      className="absolute top-17 -right-6 hidden w-5 fill-none stroke-line-strong lg:block"
      strokeWidth="1.3"
    >
      <path d="M1 6h17M13 1.5 18 6l-5 4.5" />
    </svg>
  );
}

function Outcome({ title, review, children }: { title: string; review?: true; children: ReactNode }) {
  return (
    <div className="relative grid content-start gap-1 bg-surface px-5 py-4">
      {review ? <span aria-hidden className="hatched absolute inset-x-0 top-0 h-1.5" /> : null}
      <p className={classNames("font-semibold", review ? "text-review" : "text-ink")}>{title}</p>
      <p className="text-muted">{children}</p>
    </div>
  );
}

const guarantees = [
  {
    title: "No look-ahead",
    text: "Every record carries the time it became public. All data passes through one gate, which drops anything later than the as-of date. A property test alters everything after the date and compares the run byte by byte.",
  },
  {
    title: "Numbers have sources",
    text: "Each number in each statement is matched to an evidence value or a declared computation, within its printed precision. Numbers without a match are flagged in the report and counted.",
  },
  {
    title: "No silent Hold",
    text: "If no rating can be read from the verdict, or there is no data, the result is REVIEW with a reason. There is no default rating.",
  },
  {
    title: "A run has a budget",
    text: "The cost of a call is reserved before the call is made. A call that could exceed the budget is not made, and the job ends with an error that says so.",
  },
  {
    title: "Crashes do not cost twice",
    text: "Each turn is a durable step. After a crash, the run resumes after its last finished call.",
  },
  {
    title: "Runs are reproducible",
    text: "A run stores its evidence, prompts and answers by hash. You can replay it byte for byte and compare the evidence and arguments of two runs.",
  },
] as const;

function Guarantees() {
  return (
    <dl className="grid gap-x-12 md:grid-cols-2">
      {guarantees.map(({ title, text }) => (
        <div key={title} className="grid content-start gap-1.5 border-t py-5">
          <dt className="text-base font-semibold text-ink">{title}</dt>
          <dd className="text-sm text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Hero({ run }: { run: DemoRun }) {
  return (
    <section className="mx-auto grid max-w-6xl items-start gap-10 px-4 py-12 sm:px-6 sm:py-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-14">
      <div className="grid gap-6 lg:pt-8">
        <h1 className="text-3xl font-semibold text-ink sm:text-4xl">A debate before a rating</h1>
        <p className="max-w-lg text-lg text-muted">
          Twelve agents argue for and against one stock or coin, using only what was public on the date you choose. The
          result is a rating from Buy to Sell, or REVIEW when the evidence supports none.
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/sign-up">Start free</LinkButton>
          <LinkButton href="/sample" variant="secondary">
            Read a report
          </LinkButton>
        </div>
        <ul className="grid gap-2 border-t pt-5 text-sm text-muted">
          <li>Every number is checked against its evidence and flagged if it does not match.</li>
          <li>Bull and bear open without seeing each other's case.</li>
          <li>Nothing after the date gets in. Code enforces this, not a prompt.</li>
        </ul>
      </div>
      <VerdictCard run={run} />
    </section>
  );
}

interface Props {
  readonly id?: string;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

function Section({ id, title, lead, children }: Props) {
  return (
    <section id={id} className="border-t">
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-20">
        <div className="mb-8 grid max-w-2xl gap-3 sm:mb-10">
          <h2 className="text-2xl font-semibold text-ink">{title}</h2>
          {lead ? <p className="text-base text-muted">{lead}</p> : null}
        </div>
        {children}
      </div>
    </section>
  );
}
