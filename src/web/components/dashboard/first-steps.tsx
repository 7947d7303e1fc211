import { randomUUID } from "node:crypto";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { ExampleButton } from "./example-button.tsx";
import type { Example } from "./examples.ts";

interface Props {
  readonly examples: readonly Example[];
  readonly rounds: number;
  readonly started: boolean;
  /** The path of the newest report; `null` before the first. */
  readonly report: string | null;
  readonly hasList: boolean;
}

/** The way into the product, one step after another; what is done is ticked off. */
export function FirstSteps({ examples, rounds, started, report, hasList }: Props) {
  const current = [started, report !== null, hasList].indexOf(false);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Get started</CardTitle>
        <CardDescription>From your first debate to ratings on a schedule.</CardDescription>
      </CardHeader>
      <CardContent>
        <ol className="grid gap-5">
          <Step number={1} title="Start your first analysis" done={started} current={current === 0}>
            <p>Watch the agents argue. Choose an example, or any instrument and date. Each counts as one analysis.</p>
            <div className="grid gap-2 sm:grid-cols-3">
              {examples.map((example) => (
                <ExampleButton key={example.symbol} example={example} rounds={rounds} once={randomUUID()} />
              ))}
            </div>
            <Button asChild variant="link" size="sm" className="justify-self-start">
              <Link href="/analyses/new">Choose another instrument</Link>
            </Button>
          </Step>
          <Step number={2} title="Read the report" done={report !== null} current={current === 1}>
            <p>The report shows the rating, both sides of the argument and the evidence behind each number.</p>
          </Step>
          <Step number={3} title="Follow an instrument" done={hasList} current={current === 2}>
            <p>A watchlist runs after each market close and tells you when a rating changes.</p>
            <div className="flex flex-wrap gap-2">
              <Button asChild size="sm">
                <Link href="/signals/lists">New watchlist</Link>
              </Button>
              {report === null ? null : (
                <Button asChild variant="secondary" size="sm">
                  <Link href={report}>Open the report</Link>
                </Button>
              )}
            </div>
          </Step>
        </ol>
      </CardContent>
    </Card>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly current: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, done, current, children }: StepProps) {
  return (
    <li
      aria-current={current ? "step" : undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm"
    >
      <span
        aria-hidden
        className={classNames(
          "grid size-6 place-items-center rounded-full text-xs font-medium tabular-nums",
          done ? "bg-positive-soft text-positive" : current ? "bg-accent text-on-accent" : "bg-sunken text-muted",
        )}
      >
        {done ? <Check className="size-3.5" /> : number}
      </span>
      <span className={classNames("font-medium", done && "text-muted")}>
        {title}
        {done ? <span className="sr-only"> (done)</span> : null}
      </span>
      {current ? <div className="col-start-2 grid gap-3 text-muted">{children}</div> : null}
    </li>
  );
}
