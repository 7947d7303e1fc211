"use client";

import { ListChecks } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { Coverage } from "#src/contract/signals/instruments.ts";
import { languageName, usualLanguage } from "#src/contract/run/language.ts";
import { providerLabels } from "#src/contract/jobs/model-keys.ts";
import type { ListRun, Watchlist } from "#src/contract/signals/signals.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { counted } from "#src/core/text/number-text.ts";
import { endWatchlist } from "#src/web/actions/signals.ts";
import { Badge, Button, TextLink } from "#src/web/components/ui/elements.tsx";
import { ConfirmButton, Dialog, DialogContent, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { EmptyState } from "#src/web/components/ui/page-parts.tsx";
import type { OwnModelOption } from "#src/web/components/ui/own-model-fields.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { LastRuns } from "./last-runs.tsx";
import type { CloseRuns } from "./runs-preview.tsx";
import { instrumentsText, scheduleText } from "./signal-text.ts";
import { type ListLanguages, WatchlistForm } from "./watchlist-form.tsx";

interface Props {
  readonly lists: readonly Watchlist[];
  /** By the list's id. */
  readonly runs: Readonly<Record<string, readonly ListRun[]>>;
  /** What this service has on each of their symbols. */
  readonly coverage: Readonly<Record<string, Coverage>>;
  /** When each list runs next, by its id. */
  readonly next: Readonly<Record<string, readonly string[]>>;
  /** As many as the plan has. */
  readonly most: number;
  /** Their keys of model providers. */
  readonly own: readonly OwnModelOption[];
  readonly languages: ListLanguages;
  readonly closes: CloseRuns;
}

export function Watchlists({ lists, runs, coverage, next, most, own, languages, closes }: Props) {
  return (
    <>
      {lists.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title="No watchlists yet"
          className="border-t"
          action={<ListDialog list={null} own={own} languages={languages} closes={closes} label="New watchlist" />}
        >
          Add instruments to analyse on a schedule. Each run counts towards your monthly analyses.
        </EmptyState>
      ) : (
        <ul className="border-t">
          {lists.map((list) => (
            <One
              key={list.id}
              list={list}
              own={own}
              languages={languages}
              closes={closes}
              lastRuns={runs[list.id] ?? []}
              nextRuns={next[list.id] ?? []}
              coverage={coverage}
            />
          ))}
        </ul>
      )}
      {lists.length > 0 && lists.length < most ? (
        <div className="border-t px-5 py-4">
          <ListDialog list={null} own={own} languages={languages} closes={closes} label="New watchlist" />
        </div>
      ) : null}
    </>
  );
}

interface OneProps {
  readonly list: Watchlist;
  readonly own: readonly OwnModelOption[];
  readonly languages: ListLanguages;
  readonly closes: CloseRuns;
  readonly lastRuns: readonly ListRun[];
  readonly nextRuns: readonly string[];
  readonly coverage: Readonly<Record<string, Coverage>>;
}

function One({ list, own, languages, closes, lastRuns, nextRuns, coverage }: OneProps) {
  const { id, name, instruments, schedule, runs, entries, language, own_model: chosen } = list;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b px-5 py-4 last:border-b-0">
      <div className="grid min-w-0 gap-1 text-sm">
        <TextLink href={`/signals?list=${encodeURIComponent(id)}`} quiet className="font-medium wrap-anywhere">
          {name}
        </TextLink>
        <p className="wrap-anywhere text-muted">{instrumentsText(instruments)}</p>
        <p className="text-xs text-muted">
          {chosen == null ? "" : `${providerLabels[chosen.llm_provider]} on your key · `}
          {language === usualLanguage ? "" : `reports in ${languageName(language)} · `}
          {scheduleText(schedule)} · {counted(runs, "run")} each ·{" "}
          {entries === 0 ? "no entries yet" : counted(entries, "entry", "entries")}
        </p>
      </div>
      <div className="flex gap-2">
        <ListDialog list={list} own={own} languages={languages} closes={closes} label="Change" />
        <ConfirmButton
          label="Delete"
          about={`the list ${isolated(name)}`}
          title={`Delete ${isolated(name)}?`}
          description="It will no longer run. Published signals remain."
          confirm="Delete watchlist"
          action={endWatchlist}
          given={[id]}
          said={`${isolated(name)} deleted`}
        />
      </div>
      <Instruments list={list} coverage={coverage} />
      <NextRuns runs={nextRuns} list={name} />
      <LastRuns runs={lastRuns} list={name} />
    </li>
  );
}

interface DialogProps {
  readonly list: Watchlist | null;
  readonly own: readonly OwnModelOption[];
  readonly languages: ListLanguages;
  readonly closes: CloseRuns;
  readonly label: string;
}

function ListDialog({ list, own, languages, closes, label }: DialogProps) {
  const router = useRouter();
  const show = useToast();
  const [open, setOpen] = useState(false);
  // Opened again before the page has what was saved, the form would show what was there before: it comes a moment later.
  const [refreshing, refresh] = useTransition();
  return (
    <Dialog open={open && !refreshing} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant={list === null ? "primary" : "secondary"} size="sm">
          {label}
          {list === null ? null : (
            <span className="sr-only">
              {" "}
              the list <bdi>{list.name}</bdi>
            </span>
          )}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={list === null ? "New watchlist" : `Change ${isolated(list.name)}`}
        description="It runs from the next scheduled time."
        className="max-w-xl"
      >
        <WatchlistForm
          list={list}
          own={own}
          languages={languages}
          closes={closes}
          done={() => {
            setOpen(false);
            show({ title: "Watchlist saved", tone: "positive" });
            refresh(() => router.refresh());
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

interface InstrumentsProps {
  readonly list: Pick<Watchlist, "name" | "instruments">;
  readonly coverage: Readonly<Record<string, Coverage>>;
}

/** What a list holds: each symbol's company, and the data there is on it. */
function Instruments({ list: { name, instruments }, coverage }: InstrumentsProps) {
  return (
    <details className="w-full text-sm">
      <summary className="w-fit cursor-pointer text-xs text-muted underline-offset-4 hover:underline">
        {counted(instruments.length, "instrument")}
        <span className="sr-only">
          {" "}
          of <bdi>{name}</bdi>
        </span>
        : names and data
      </summary>
      <div className="pt-2">
        <Table aria-label={`Instruments of ${name}`}>
          <THead>
            <TR>
              <TH>Symbol</TH>
              <TH>Company</TH>
              <TH>Prices</TH>
            </TR>
          </THead>
          <TBody>
            {instruments.map(({ symbol }) => (
              <TR key={symbol}>
                <TD>
                  <TextLink href={`/instruments/${encodeURIComponent(symbol)}`} quiet className="font-medium">
                    {symbol}
                  </TextLink>
                </TD>
                <Known coverage={coverage[symbol] ?? { status: "unchecked" }} />
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
    </details>
  );
}

function Known({ coverage }: { coverage: Coverage }) {
  if (coverage.status === "unchecked")
    return (
      <TD colSpan={2} className="text-muted">
        Not checked: looked up online when it runs
      </TD>
    );
  if (coverage.status === "absent")
    return (
      <TD colSpan={2}>
        <Badge tone="warning">No data</Badge>
      </TD>
    );
  if (coverage.status === "found")
    return (
      <>
        <TD>
          <bdi>{coverage.name}</bdi>
        </TD>
        <TD className="text-muted">Looked up online when it runs</TD>
      </>
    );
  const { name, from, to, synthetic } = coverage;
  return (
    <>
      <TD>
        <bdi>{name}</bdi> {synthetic ? <Badge tone="warning">Synthetic</Badge> : null}
      </TD>
      <TD className="whitespace-nowrap text-muted tabular-nums">
        {from === null || to === null ? "None" : `${from} to ${to}`}
      </TD>
    </>
  );
}

/** When a list runs next. */
function NextRuns({ runs, list }: { runs: readonly string[]; list: string }) {
  const [first, ...later] = runs;
  if (first === undefined) return null;
  return (
    <details className="w-full text-sm">
      <summary className="w-fit cursor-pointer text-xs text-muted underline-offset-4 hover:underline">
        Next run
        <span className="sr-only">
          {" "}
          of <bdi>{list}</bdi>
        </span>
        : <Time at={first} />
      </summary>
      <ol className="grid gap-1 pt-2 pl-4 text-xs text-muted" aria-label={`Next runs of ${list}`}>
        {[first, ...later].map((at) => (
          <li key={at}>
            <Time at={at} />
          </li>
        ))}
      </ol>
    </details>
  );
}
