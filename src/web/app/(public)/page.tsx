import type { Metadata } from "next";
import Link from "next/link";
import { Button } from "#src/web/components/ui/button.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { DebateGraph } from "#src/web/components/marketing/debate-graph.tsx";
import shown from "#src/web/components/marketing/demo-run.json" with { type: "json" };
import { DemoRun } from "#src/web/components/marketing/demo-run.ts";
import { Guarantees } from "#src/web/components/marketing/guarantees.tsx";
import { Hero } from "#src/web/components/marketing/hero.tsx";
import { ReportExcerpt } from "#src/web/components/marketing/report-excerpt.tsx";
import { Section } from "#src/web/components/marketing/section.tsx";

export const metadata: Metadata = { alternates: { canonical: "/" } };

const run = DemoRun.parse(shown);

const request = `curl -X POST "$CONCLAVE_URL/v1/analyses" \\
  -H "X-API-Key: $CONCLAVE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"ticker": "AAPL", "trade_date": "2025-06-02"}'`;

export default function Landing() {
  return (
    <main id="main">
      <Hero run={run} />
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
        lead="From the run at the top of this page. Select a number to see the evidence behind it."
      >
        <ReportExcerpt run={run} />
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
            <Button asChild variant="secondary">
              <Link href="/docs/api">API reference</Link>
            </Button>
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
            <Button asChild>
              <Link href="/sign-up">Start free</Link>
            </Button>
            <Button asChild variant="secondary">
              <Link href="/pricing">See pricing</Link>
            </Button>
          </div>
        </div>
      </section>
    </main>
  );
}
