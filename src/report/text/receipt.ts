import type { Content, TableCell } from "pdfmake/interfaces.js";
import type { DepositReceipt } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { dayAndTimeText } from "#src/core/clock.ts";
import { banner, heading, printPdf, table, printable } from "../pdf/pdf-printer.ts";

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
        ? [banner("Sandbox: no payment was made, and this is not a valid receipt.")]
        : []),
      table(
        [110, "*"],
        [],
        [
          ["Credited", dayAndTimeText(creditedAt)],
          ["To", owner.name.trim() === "" ? owner.email : `${owner.name}, ${owner.email}`],
        ].map(([what = "", value = ""]) => [cell(what), cell(value)]),
      ),
      heading("Amounts"),
      amounts(receipt),
      heading("Payment"),
      payment(receipt),
      {
        text: "Amounts are in US dollars and were credited to the account balance.",
        style: "small",
        margin: [0, 14, 0, 0],
      },
    ],
  });
}

function amounts({ creditedMinor, refundedMinor, deposit }: DepositReceipt): Content {
  const lines: TableCell[][] = [
    [cell(`Deposit to the balance, paid in ${deposit.currency.name}`), number(formatUsd(creditedMinor))],
  ];
  if (refundedMinor > 0) {
    lines.push([cell("Reversed later"), number(`−${formatUsd(refundedMinor)}`)]);
    lines.push([cell("Net credit"), number(formatUsd(creditedMinor - refundedMinor))]);
  }
  return table(
    ["*", 110],
    [
      { text: "Description", style: "head" },
      { text: "Amount, USD", style: "head", alignment: "right" },
    ],
    lines,
  );
}

function payment({ deposit }: DepositReceipt): Content {
  const { coin, name } = deposit.currency;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Requested", `${formatUsd(deposit.priceMinor)} = ${deposit.payAmount} ${coin}`],
    ["Paid", deposit.paidAmount === null ? null : `${deposit.paidAmount} ${coin}`],
    ["Network", name],
    ["Address", deposit.payAddress],
    ["Memo", deposit.payMemo],
    ["Transaction", deposit.transaction],
    ["Processor", deposit.processor],
    ["Deposit", deposit.id],
    ["Opened", dayAndTimeText(deposit.createdAt)],
  ];
  return table(
    [110, "*"],
    [],
    facts.flatMap(([what, value]) => (value === null ? [] : [[cell(what), cell(value)]])),
  );
}

function cell(text: string): TableCell {
  return { text: printable(text), style: "cell" };
}

function number(text: string): TableCell {
  return { text: printable(text), style: "cell", alignment: "right" };
}
