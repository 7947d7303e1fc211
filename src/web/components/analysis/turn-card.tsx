"use client";

import { CircleAlert, Search } from "lucide-react";
import { useState } from "react";
import type { Agent } from "#src/contract/run/answers.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { counted } from "#src/core/text/number-text.ts";
import { Button, Spinner, classNames } from "#src/web/components/ui/elements.tsx";
import { Skeleton } from "#src/web/components/ui/page-parts.tsx";
import { between } from "./run-text.tsx";
import type { LiveTurn } from "./live-run.ts";
import { type DraftView, useEndInView } from "./live-hooks.ts";

const edges: Partial<Record<Agent, string>> = {
  bull: "border-l-2 border-l-positive",
  bear: "border-l-2 border-l-negative",
};

interface Props {
  readonly id: string;
  readonly agent: Agent;
  readonly name: string;
  /** `null` before it begins. */
  readonly turn: LiveTurn | null;
  /** The run has ended: who was speaking was cut off. */
  readonly over: boolean;
  /** `null` until what draws prose has come. */
  readonly Draft: DraftView | null;
}

/** One statement. Its place keeps its height from the first word to the last, so that nothing on the page moves. */
export function TurnCard({ id, agent, name, turn, over, Draft }: Props) {
  const [whole, setWhole] = useState(false);
  const speaking = turn !== null && turn.finishedAt === null && !over;
  const finished = turn?.finishedAt != null && turn.skipped === null;
  return (
    <section
      id={id}
      aria-label={name}
      className={classNames(
        "flex min-w-0 scroll-mt-32 scroll-mb-24 flex-col gap-2 rounded-lg border bg-surface px-4 py-3.5",
        whole || turn?.skipped != null ? "" : "h-72",
        edges[agent],
        speaking && "border-accent/60",
        turn === null && "border-dashed bg-transparent",
      )}
    >
      <header className="flex min-h-6 items-center justify-between gap-2">
        <h3 className={classNames("text-sm font-semibold", turn === null ? "text-muted" : "text-ink")}>{name}</h3>
        <State turn={turn} speaking={speaking} />
      </header>
      <Body turn={turn} name={name} over={over} Draft={Draft} whole={whole} />
      {finished && turn.text !== "" ? (
        <footer className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted tabular-nums">
          <Button variant="link" className="text-xs" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? "Show less" : "Read all"}
            <span className="sr-only"> of {name}</span>
          </Button>
          <Figures turn={turn} />
        </footer>
      ) : null}
    </section>
  );
}

function State({ turn, speaking }: { turn: LiveTurn | null; speaking: boolean }) {
  if (speaking)
    return (
      <span className="flex items-center gap-1.5 text-xs text-accent">
        <Spinner className="size-3.5" /> speaking
      </span>
    );
  if (turn?.finishedAt == null || turn.skipped !== null) return null;
  return <span className="text-xs text-muted tabular-nums">{between(turn.startedAt, turn.finishedAt)}</span>;
}

function Body({
  turn,
  name,
  over,
  Draft,
  whole,
}: Pick<Props, "turn" | "name" | "over" | "Draft"> & { whole: boolean }) {
  if (turn === null) return <p className="text-xs text-faint">{over ? "Did not speak." : "Waiting for its turn."}</p>;
  if (turn.skipped !== null) return <p className="text-sm text-muted">Did not speak: {turn.skipped}</p>;
  if (turn.finishedAt === null)
    return turn.text !== "" ? (
      <Speech text={turn.text} name={name} Draft={Draft} />
    ) : over ? (
      <p className="text-sm text-muted">Interrupted before it said anything.</p>
    ) : (
      <div className="grid gap-2 py-1">
        <LookUps count={turn.lookUps} />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-4/5" />
      </div>
    );
  return (
    <>
      <p dir="auto" className="line-clamp-2 shrink-0 text-sm font-medium text-ink">
        {headlineText(turn.headline)}
      </p>
      {/* Without what draws it, a phone turned off for instance, the text itself. */}
      <div
        className={classNames(
          "min-h-0 flex-1 text-sm",
          !whole && "overflow-hidden [mask-image:linear-gradient(to_bottom,black_60%,transparent)]",
        )}
      >
        <Written text={turn.text} spans={turn.spans} Draft={Draft} />
      </div>
    </>
  );
}

/** Of an analyst `Score \u22121, 3 points`; of all others what they claim. */
function headlineText(headline: string | null): string | null {
  return headline?.replace(/^score (.)/, (_, sign: string) => `Score ${sign === "-" ? "\u2212" : sign}`) ?? null;
}

function Figures({ turn }: { turn: LiveTurn }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {turn.costUsd === null || turn.costUsd === "0" ? null : <span>{usdText(turn.costUsd)}</span>}
      <LookUps count={turn.lookUps} />
      {turn.unsupported === 0 ? null : (
        <span className="flex items-center gap-1 text-warning">
          <CircleAlert aria-hidden className="size-3.5" />
          {counted(turn.unsupported, "figure")} flagged
        </span>
      )}
    </span>
  );
}

function LookUps({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="flex items-center gap-1 text-xs text-muted">
      <Search aria-hidden className="size-3.5" />
      {counted(count, "look-up")}
    </span>
  );
}

function Written({ text, spans, Draft }: Pick<LiveTurn, "text" | "spans"> & Pick<Props, "Draft">) {
  if (Draft !== null) return <Draft text={text} spans={spans} />;
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap text-ink">
      {text}
    </p>
  );
}

const unchecked: LiveTurn["spans"] = [];

/** Text as it comes; its end stays in view unless somebody has scrolled up. */
function Speech({ text, name, Draft }: { text: string } & Pick<Props, "name" | "Draft">) {
  // What is drawn is taller than the plain text.
  const { ref, onScroll } = useEndInView<HTMLElement>(text.length + (Draft === null ? 0 : 1));
  return (
    <section
      ref={ref}
      aria-label={`What ${name} says`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      className="min-h-0 flex-1 overflow-y-auto text-sm text-ink -outline-offset-2"
    >
      <Written text={text} spans={unchecked} Draft={Draft} />
    </section>
  );
}
