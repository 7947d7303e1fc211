"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { DepositEvent, depositRank, DepositState } from "#src/contract/accounts/deposits.ts";
import { ConnectionLight } from "#src/web/components/analysis/connection-light.tsx";
import { useEvents } from "#src/web/components/analysis/live-hooks.ts";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { stateWords } from "./deposit-labels.ts";

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
