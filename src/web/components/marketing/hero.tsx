import Link from "next/link";
import { Button } from "#src/web/components/ui/button.tsx";
import type { DemoRun } from "./demo-run.ts";
import { VerdictCard } from "./verdict-card.tsx";

export function Hero({ run }: { run: DemoRun }) {
  return (
    <section className="mx-auto grid max-w-6xl items-start gap-10 px-4 py-12 sm:px-6 sm:py-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-14">
      <div className="grid gap-6 lg:pt-8">
        <h1 className="text-3xl font-semibold text-ink sm:text-4xl">A debate before a rating</h1>
        <p className="max-w-lg text-lg text-muted">
          Twelve agents argue for and against one stock or coin, using only what was public on the date you choose. The
          result is a rating from Buy to Sell, or REVIEW when the evidence supports none.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link href="/sign-up">Start free</Link>
          </Button>
          <Button asChild variant="secondary">
            <a href="#report">Read a report</a>
          </Button>
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
