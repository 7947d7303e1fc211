"use client";

import { useRouter } from "next/navigation";
import type { DevMail } from "#src/contract/messages/mails.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#src/web/components/ui/tabs.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import type { SandboxAct, SandboxPayment as Payment } from "#src/contract/api/test-mode.ts";
import { playPayer } from "#src/web/actions/payments.ts";
import { FailureAlert } from "#src/web/components/ui/form.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { Badge, Button } from "#src/web/components/ui/elements.tsx";
import { Card } from "#src/web/components/ui/page-parts.tsx";
import { actNames } from "../deposits/deposit-labels.ts";

/** A mail as a mail program shows it: its HTML runs nothing and opens its links beside the page. */
export function MailView({ mail }: { mail: DevMail }) {
  return (
    <article className="min-w-0 rounded-lg border bg-surface p-5">
      <h2 className="text-lg font-semibold">{mail.subject}</h2>
      <p className="mb-4 text-sm text-muted wrap-anywhere">
        to {mail.to}, <Time at={mail.created_at} />
      </p>
      <Tabs defaultValue="text">
        <TabsList aria-label="Email format">
          <TabsTrigger value="text">Text</TabsTrigger>
          <TabsTrigger value="html">HTML</TabsTrigger>
        </TabsList>
        <TabsContent value="text">
          <div className="text-sm whitespace-pre-wrap wrap-anywhere">{linked(mail.text)}</div>
        </TabsContent>
        <TabsContent value="html">
          <iframe
            title={`HTML of ${mail.subject}`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={`<base target="_blank">${mail.html}`}
            className="h-[34rem] w-full rounded-md border bg-[#f4f5f7]"
          />
        </TabsContent>
      </Tabs>
    </article>
  );
}

/** The addresses in a text as links; a line holds one at most. */
function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={`${index}`} href={part} className="text-accent underline decoration-accent/40 underline-offset-4">
        {part}
      </a>
    ),
  );
}

const groups: readonly { readonly label: string; readonly acts: readonly SandboxAct[] }[] = [
  { label: "Pay", acts: ["exact", "partial", "rest", "too_much", "wrong_asset", "again"] },
  { label: "Other outcomes", acts: ["expire", "fail", "refund"] },
];

const unpaid = ["waiting", "confirming", "expired", "failed"];
/** What makes sense in which state, for the buttons alone: the sandbox itself decides. */
const possible = {
  exact: unpaid,
  partial: unpaid,
  rest: ["partially_paid"],
  too_much: unpaid,
  wrong_asset: unpaid,
  again: ["finished", "refunded"],
  expire: ["waiting"],
  fail: ["waiting", "confirming"],
  refund: ["partially_paid", "finished"],
} as const satisfies Record<SandboxAct, readonly string[]>;

function isPossible(act: SandboxAct, status: string): boolean {
  const states: readonly string[] = possible[act];
  return states.includes(status);
}

/** One payment of the sandbox with everything that its payer, and the processor, can do. */
export function SandboxPayment({ payment }: { payment: Payment }) {
  const { id, orderId, status, payAmount, payCurrency, payAddress, paidAmount, priceUsd } = payment;
  const router = useRouter();
  const { pending, failure, act } = useAction(playPayer, () => router.refresh());
  return (
    <Card inner="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-base font-semibold tabular-nums">
          {payAmount} {payCurrency.toUpperCase()}
        </h2>
        <span className="text-sm text-muted tabular-nums">for ${priceUsd}</span>
        <Badge>{status.replaceAll("_", " ")}</Badge>
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-xs sm:grid-cols-3">
        <Fact name="Paid so far" value={paidAmount} />
        <Fact name="Address" value={payAddress} />
        <Fact name="Deposit" value={orderId} />
      </dl>
      <FailureAlert failure={failure} title="This action is not possible" />
      {groups.map(({ label, acts }) => (
        <fieldset key={label} className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">
            {label}, payment {id}
          </legend>
          {acts.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === "exact" ? "primary" : label === "Pay" ? "secondary" : "danger"}
              disabled={pending || !isPossible(one, status)}
              onClick={() => act({ paymentId: id, act: one })}
            >
              {actNames[one]}
            </Button>
          ))}
        </fieldset>
      ))}
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="font-mono wrap-anywhere">{value}</dd>
    </div>
  );
}
