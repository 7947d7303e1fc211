"use client";

import { ListChecks } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ListRun, Watchlist } from "#src/contract/signals.ts";
import { endWatchlist } from "#src/web/actions/signals.ts";
import { ConfirmButton } from "#src/web/components/account/confirm-button.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { LastRuns } from "./last-runs.tsx";
import { WatchlistForm } from "./watchlist-form.tsx";
import { instrumentsText, scheduleText } from "./words.ts";

interface Props {
  readonly lists: readonly Watchlist[];
  /** By the list's id. */
  readonly runs: Readonly<Record<string, readonly ListRun[]>>;
  /** As many as the plan has. */
  readonly most: number;
}

export function Watchlists({ lists, runs, most }: Props) {
  return (
    <>
      {lists.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title="No list yet"
          className="border-t"
          action={<ListDialog list={null} label="New list" />}
        >
          Name the instruments that you follow, and they are analysed on a schedule. Each run counts as an analysis of
          your month.
        </EmptyState>
      ) : (
        <ul className="border-t">
          {lists.map((list) => (
            <One key={list.id} list={list} lastRuns={runs[list.id] ?? []} />
          ))}
        </ul>
      )}
      {lists.length > 0 && lists.length < most ? (
        <div className="border-t px-5 py-4">
          <ListDialog list={null} label="New list" />
        </div>
      ) : null}
    </>
  );
}

function One({ list, lastRuns }: { list: Watchlist; lastRuns: readonly ListRun[] }) {
  const router = useRouter();
  const show = useToast();
  const { id, name, instruments, schedule, runs, entries } = list;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b px-5 py-4 last:border-b-0">
      <div className="grid min-w-0 gap-1 text-sm">
        <Link
          href={`/signals?list=${encodeURIComponent(id)}`}
          className="font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <p className="wrap-anywhere text-muted">{instrumentsText(instruments)}</p>
        <p className="text-xs text-muted">
          {scheduleText(schedule)} · {runs === 1 ? "one run each" : `${runs} runs each`} ·{" "}
          {entries === 0 ? "no signal yet" : `${entries} ${entries === 1 ? "entry" : "entries"}`}
        </p>
      </div>
      <div className="flex gap-2">
        <ListDialog list={list} label="Change" />
        <ConfirmButton
          label="Delete"
          about={`the list ${name}`}
          title={`Delete ${name}?`}
          description="It is run no more. What it published stays."
          confirm="Delete list"
          act={() => endWatchlist(id)}
          done={() => {
            show({ title: `${name} is deleted`, tone: "positive" });
            router.refresh();
          }}
        />
      </div>
      <LastRuns runs={lastRuns} list={name} />
    </li>
  );
}

function ListDialog({ list, label }: { list: Watchlist | null; label: string }) {
  const router = useRouter();
  const show = useToast();
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant={list === null ? "primary" : "secondary"} size="sm">
          {label}
          {list === null ? null : <span className="sr-only"> the list {list.name}</span>}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={list === null ? "New list" : `Change ${list.name}`}
        description="It is run from now on: what was due before is not."
        className="max-w-xl"
      >
        <WatchlistForm
          list={list}
          done={() => {
            setOpen(false);
            show({ title: "The list is saved", tone: "positive" });
            router.refresh();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
