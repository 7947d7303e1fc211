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
        lead="Twelve agents in five stages. Analysts, the two sides and the risk voices each speak at the same time, and everybody reads the same numbered evidence."
      >
        <DebateGraph />
      </Section>
      <Section
        id="report"
        title="From a report"
        lead="The run from the top of this page. Follow a number to the evidence that it rests on."
      >
        <ReportExcerpt run={run} />
      </Section>
      <Section title="What a run holds to" lead="Rules that code enforces, whichever model argues.">
        <Guarantees />
      </Section>
      <Section
        title="One request"
        lead="The same debate as a job API: submit, follow the events or poll, read the result. Keys come with the Elite plan."
      >
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-10">
          <CodeBlock language="shell" code={request} />
          <div className="grid justify-items-start gap-4 text-muted">
            <p>
              The answer is a job with an id. Cancel it in any state, repeat a submission safely with an idempotency
              key, and have the result sent to a webhook that is signed.
            </p>
            <Button asChild variant="secondary">
              <a href="/docs/api">API reference</a>
            </Button>
          </div>
        </div>
      </Section>
      <section className="border-t">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-6 px-4 py-14 sm:px-6">
          <div className="grid gap-1">
            <h2 className="text-xl font-semibold">Put a name to the test</h2>
            <p className="text-muted">The free plan needs an e-mail address and nothing else.</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button asChild>
              <Link href="/sign-up">Start free</Link>
            </Button>
            <Button asChild variant="secondary">
              <Link href="/pricing">See prices</Link>
            </Button>
          </div>
        </div>
      </section>
    </main>
  );
}
