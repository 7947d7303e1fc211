import { ExternalLink } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Deposit } from "#src/contract/deposits.ts";
import { QrCode } from "#src/web/components/account/qr-code.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { Countdown } from "./countdown.tsx";
import { missingAmount, paymentUri } from "./payment-uri.ts";
import { processorNames } from "./deposit-labels.ts";

/** Where and how much to pay. `now` is the server's time. */
export function PayCard({ deposit, now }: { deposit: Deposit; now: number }) {
  const { currency, payAddress, payMemo, checkoutUrl, processor, createdAt, expiresAt } = deposit;
  const { coin, name } = currency;
  const partly = deposit.state === "partially_paid";
  const amount = partly ? missingAmount(deposit) : deposit.payAmount;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{partly ? "Send the remaining amount" : "Send this exact amount"}</CardTitle>
        <CardDescription>
          Send only {coin} ({name}). Other payments need a manual review, which takes time.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-5">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-5">
          <QrCode
            text={paymentUri({ ...deposit, payAmount: amount })}
            label={`QR code of the ${name} address`}
            className="size-48 max-sm:mx-auto"
          />
          <dl className="grid min-w-60 flex-1 gap-4">
            <Copied label="Amount" copy="Copy amount" text={amount}>
              <span className="font-mono text-lg font-medium text-ink wrap-anywhere">
                {amount} {coin}
              </span>
            </Copied>
            <Copied label={`Address, ${name}`} copy="Copy address" text={payAddress}>
              <span className="font-mono text-sm text-ink wrap-anywhere">{payAddress}</span>
            </Copied>
            {payMemo === null ? null : (
              <Copied label="Memo or tag" copy="Copy memo" text={payMemo}>
                <span className="font-mono text-sm text-ink wrap-anywhere">{payMemo}</span>
              </Copied>
            )}
          </dl>
        </div>
        {payMemo === null ? null : (
          <Alert tone="warning" title="Include the memo">
            Without it, we cannot match the payment to your account.
          </Alert>
        )}
        {expiresAt === null ? null : <Countdown from={createdAt} until={expiresAt} now={now} />}
        {processor === "sandbox" ? (
          <Alert
            tone="info"
            title={
              <>
                Sandbox: no real coins are involved.{" "}
                <Link href="/dev/pay" className="underline underline-offset-4">
                  Simulate the payment
                </Link>
              </>
            }
          />
        ) : null}
        {checkoutUrl === null ? null : (
          <div>
            <Button asChild variant="secondary" size="sm">
              <a href={checkoutUrl} target="_blank" rel="noreferrer noopener">
                Open at {processorNames[processor]} <ExternalLink aria-hidden />
              </a>
            </Button>
          </div>
        )}
      </CardContent>
    </Card>
  );
}

function Copied({ label, copy, text, children }: { label: string; copy: string; text: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {children}
        <CopyButton text={text} label={copy} />
      </dd>
    </div>
  );
}
