import { Check, CircleX, Clock3, Undo2 } from "lucide-react";
import { depositRank, type Deposit, type DepositState } from "#src/contract/deposits.ts";
import { isNothing } from "./payment-uri.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";

const way = [
  { state: "waiting", name: "Waiting for payment", text: "Your payment address is ready." },
  { state: "confirming", name: "Seen on the network", text: "Waiting for block confirmations." },
  { state: "confirmed", name: "Confirmed", text: "The payment is final on the network." },
  { state: "finished", name: "Credited", text: "The amount has been added to your balance." },
] as const satisfies readonly { state: DepositState; name: string; text: string }[];

const ends: Partial<Record<DepositState, { name: string; text: string; Icon: typeof Clock3 }>> = {
  expired: { name: "Expired", text: "No payment arrived in time. A late payment still counts.", Icon: Clock3 },
  failed: { name: "Failed", text: "The processor could not accept the payment.", Icon: CircleX },
  partially_paid: { name: "Partly paid", text: "Less than the requested amount arrived.", Icon: Clock3 },
  refunded: { name: "Reversed", text: "The credited amount was deducted from your balance.", Icon: Undo2 },
};

/** How far a deposit is: the steps it takes, and where it left them. */
export function DepositProgress({ deposit }: { deposit: Pick<Deposit, "state" | "paidAmount"> }) {
  const { state } = deposit;
  const end = ends[state];
  const reached = end === undefined ? depositRank[state] : reachedBefore(deposit);
  const steps = end === undefined ? way : way.filter((step) => depositRank[step.state] <= reached);
  return (
    <ol className="grid gap-4">
      {steps.map(({ state: step, name, text }) => {
        const done = depositRank[step] < reached || (end === undefined && state === "finished") || end !== undefined;
        const here = end === undefined && step === state;
        return (
          <li key={step} aria-current={here ? "step" : undefined} className="flex gap-3">
            <Mark look={done ? "done" : here ? "here" : "ahead"} />
            <div>
              <p className={classNames("text-sm", here || done ? "font-medium text-ink" : "text-muted")}>
                {name}
                {done && !here ? <span className="sr-only"> (done)</span> : null}
              </p>
              {here ? <p className="text-xs text-muted">{text}</p> : null}
            </div>
          </li>
        );
      })}
      {end === undefined ? null : (
        <li aria-current="step" className="flex gap-3">
          <span className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong bg-sunken text-ink">
            <end.Icon aria-hidden className="size-3.5" />
          </span>
          <div>
            <p className="text-sm font-medium text-ink">{end.name}</p>
            <p className="text-xs text-muted">{end.text}</p>
          </div>
        </li>
      )}
    </ol>
  );
}

/** How far one had come that then went another way. */
function reachedBefore({ state, paidAmount }: Pick<Deposit, "state" | "paidAmount">): number {
  if (state === "refunded") return depositRank.finished;
  return isNothing(paidAmount) ? depositRank.waiting : depositRank.confirming;
}

function Mark({ look }: { look: "done" | "here" | "ahead" }) {
  return (
    <span
      className={classNames(
        "grid size-6 shrink-0 place-items-center rounded-full border",
        look === "done" && "border-positive bg-positive-soft text-positive",
        look === "here" && "border-accent bg-accent-soft",
        look === "ahead" && "border-line bg-surface",
      )}
    >
      {look === "done" ? <Check aria-hidden className="size-3.5" strokeWidth={3} /> : null}
      {look === "here" ? <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" /> : null}
    </span>
  );
}
