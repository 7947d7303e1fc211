"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { DepositEvent, DepositState, depositRank } from "#src/contract/accounts/deposits.ts";
import { ConnectionLight } from "#src/web/components/analysis/connection-light.tsx";
import { useEvents, useNow } from "#src/web/components/analysis/live-hooks.ts";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { stateWords } from "./deposit-labels.ts";
import { systemClock } from "#src/core/clock.ts";
import { Progress } from "#src/web/components/ui/elements.tsx";

const types = [...DepositState.options.map((state) => `deposit.${state}`), "reset"];
/** While the stream is away, or something may happen that it does not tell, the page asks by itself. */
const pollMs = 15_000;
/** What a change brings with it is there a moment later: a review, for instance, which is no state. */
const secondRefreshMs = 2500;

interface Props {
  /** The deposits that the page shows, with their states. */
  readonly known: Readonly<Record<string, DepositState>>;
  /** When the page was made, by the server's clock, in milliseconds since the epoch. */
  readonly madeAt: number;
  /** One of them is not at rest: a review of it may begin or end, which the stream does not tell. */
  readonly moving: boolean;
}

/** Follows the owner's deposits and has the page made anew when one of them moves: balance and all. */
export function FollowDeposits({ known, madeAt, moving }: Props) {
  const router = useRouter();
  const show = useToast();
  const seq = useRef(0);
  const secondRefresh = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [said, setSaid] = useState("");
  const hear = (event: DepositEvent): void => {
    seq.current = event.seq;
    if (!isNews(event, known, madeAt)) return;
    const text = `Deposit of $${event.price_usd}: ${stateWords[event.state].name}`;
    setSaid(text);
    if (event.state === "finished") show({ title: text, tone: "positive" });
    router.refresh();
    clearTimeout(secondRefresh.current);
    secondRefresh.current = setTimeout(() => router.refresh(), secondRefreshMs);
  };
  const connection = useEvents({
    url: "/api/deposit/stream",
    probe: "/api/deposit/stream",
    types,
    after: () => seq.current,
    onEvent: ({ type, data }) => {
      const event = type === "reset" ? null : DepositEvent.safeParse(JSON.parse(data));
      if (event === null) {
        seq.current = 0;
        router.refresh();
      } else if (event.success) hear(event.data);
      return true;
    },
  });
  // A stream begins with what happens next: what happened before it was open is read once.
  useEffect(() => {
    if (connection === "open") router.refresh();
  }, [connection, router]);
  useEffect(() => () => clearTimeout(secondRefresh.current), []);
  const asking = connection === "open" ? moving : connection !== "signed-out";
  useEffect(() => {
    if (!asking) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) router.refresh();
    }, pollMs);
    return () => clearInterval(timer);
  }, [asking, router]);
  return (
    <>
      <ConnectionLight connection={connection} refused="You are signed out. Sign in again" page="/deposits" />
      <output className="sr-only">{said}</output>
    </>
  );
}

/** What the page does not show yet; a stream that goes on where it broke off may tell what it does show. */
function isNews(event: DepositEvent, known: Props["known"], madeAt: number): boolean {
  const shown = known[event.deposit_id];
  if (shown === undefined) return Date.parse(event.created_at) > madeAt;
  return depositRank[event.state] > depositRank[shown];
}

interface CountdownProps {
  /** Milliseconds since the epoch, by the server's clock. */
  readonly from: number;
  readonly until: number;
  /** The server's time when the page was made: the reader's clock may be wrong, and only runs on from there. */
  readonly now: number;
}

/** The time left to pay. When it is over it says so, before the server does. */
export function Countdown({ from, until, now }: CountdownProps) {
  const ticked = useNow(true);
  const [start] = useState(() => ({ server: now, here: systemClock.now() }));
  const leftMs = until - (ticked === null ? now : start.server + (ticked - start.here));
  if (leftMs <= 0)
    return (
      <p className="text-sm font-medium text-warning">
        This payment has expired. Do not send to this address. Payments you have already sent still count.
      </p>
    );
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-3 text-sm">
        <span className="text-muted">Time left to pay</span>
        <span role="timer" aria-live="off" className="font-medium tabular-nums">
          {clockText(leftMs)}
        </span>
      </p>
      <Progress label="Time left to pay" value={leftMs} max={until - from} />
    </div>
  );
}

/** `1:02:09`, `19:05`. */
function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const tail = `${minutes < 60 ? minutes : two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes < 60 ? tail : `${Math.floor(minutes / 60)}:${tail}`;
}
