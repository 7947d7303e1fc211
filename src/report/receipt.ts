import type { Content, TableCell } from "pdfmake/interfaces.js";
import type { DepositReceipt } from "#src/contract/deposits.ts";
import { formatUsd } from "#src/contract/money.ts";
import { toIso } from "#src/platform/clock.ts";
import { printPdf } from "./pdf-printer.ts";
import { printable } from "./pdf-prose.ts";
import { banner, cell, heading, number, table } from "./pdf-tables.ts";

/** The receipt of a deposit as PDF, A4. The same receipt gives the same bytes. */
export async function renderReceipt(receipt: DepositReceipt): Promise<Uint8Array> {
  const { number: name, creditedAt, owner, deposit } = receipt;
  const title = `Receipt ${printable(name)}`;
  return printPdf({
    title,
    madeAt: creditedAt,
    footer: `Conclave · ${title}`,
    content: [
      { text: "Conclave", style: "quiet" },
      { text: title, style: "title" },
      ...(deposit.processor === "sandbox"
        ? [banner("Sandbox: nobody has paid anything, and this is no receipt.")]
        : []),
      table(
        [110, "*"],
        [],
        [
          ["Credited", instant(creditedAt)],
          ["To", owner.name.trim() === "" ? owner.email : `${owner.name}, ${owner.email}`],
        ].map(([what = "", value = ""]) => [cell(what), cell(value)]),
      ),
      heading("Amounts"),
      amounts(receipt),
      heading("Payment"),
      payment(receipt),
      { text: "Amounts are in US dollars and stand on the account's balance.", style: "small", margin: [0, 14, 0, 0] },
    ],
  });
}

function amounts({ creditedMinor, refundedMinor, deposit }: DepositReceipt): Content {
  const lines: TableCell[][] = [
    [cell(`Deposit to the balance, paid in ${deposit.currency.name}`), number(formatUsd(creditedMinor))],
  ];
  if (refundedMinor > 0) {
    lines.push([cell("Taken back later"), number(`−${formatUsd(refundedMinor)}`)]);
    lines.push([cell("Kept"), number(formatUsd(creditedMinor - refundedMinor))]);
  }
  return table(["*", 110], ["What", { text: "Amount, USD", style: "head", alignment: "right" }], lines);
}

function payment({ deposit }: DepositReceipt): Content {
  const { coin, name } = deposit.currency;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Asked for", `${formatUsd(deposit.priceMinor)} = ${deposit.payAmount} ${coin}`],
    ["Paid", deposit.paidAmount === null ? null : `${deposit.paidAmount} ${coin}`],
    ["Network", name],
    ["Address", deposit.payAddress],
    ["Memo", deposit.payMemo],
    ["Transaction", deposit.transaction],
    ["Processor", deposit.processor],
    ["Deposit", deposit.id],
    ["Opened", instant(deposit.createdAt)],
  ];
  return table(
    [110, "*"],
    [],
    facts.flatMap(([what, value]) => (value === null ? [] : [[cell(what), cell(value)]])),
  );
}

/** `2026-03-01 14:05 UTC`. */
function instant(at: number): string {
  return `${toIso(at).slice(0, 16).replace("T", " ")} UTC`;
}
