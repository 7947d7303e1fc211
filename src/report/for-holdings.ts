import type { ExchangeRate, ForHoldings, HoldingAction } from "#src/contract/holdings/holdings.ts";
import { agentTitles } from "#src/contract/run/answers.ts";
import { counted, priceDigits } from "#src/core/text/number-text.ts";
import { cells, column, folded, list, numbers, said, table, checkTable } from "./blocks.ts";
import type { Block } from "./document.ts";
import { plain } from "./text/prose.ts";

/* "For your holdings": for the owner alone. */

const doing: Readonly<Record<HoldingAction, string>> = {
  open: "Open a position",
  add: "Add",
  keep: "Keep what you hold",
  trim: "Trim",
  exit: "Exit",
  stay_out: "Stay out",
};

/** `Trim 16 of 120 shares.` */
function actionText(action: HoldingAction, quantity: string | null, held: string): string {
  const size = held.replace("-", "");
  if (quantity === null || action === "keep" || action === "stay_out") return `${doing[action]}.`;
  if (action === "open") return `Open a position of ${quantity}.`;
  if (action === "exit") return `Exit all ${size}.`;
  return action === "trim" ? `Trim ${quantity} of ${size}.` : `Add ${quantity} to ${size}.`;
}

export function holdingsSentence({ action, quantity, held, computed }: ForHoldings): string {
  if (action !== null) return actionText(action, quantity, held);
  return computed === null
    ? "No action."
    : `No proposal passed the checks. By rating and limits alone: ${actionText(computed.action, computed.quantity, held)}`;
}

export function holdingsBlocks(advice: ForHoldings): Block[] {
  const { book, not_adopted: other, problem, reasons } = advice;
  return [
    ...said("lead", holdingsSentence(advice)),
    ...said("warning", problem),
    ...list("Why", reasons.map(plain)),
    ...said(
      "plain",
      other === null
        ? null
        : `${agentTitles[other.agent]} proposed (not adopted): ${actionText(other.action, other.quantity, advice.held)} ${other.reason}`,
    ),
    ...list(null, figures(advice).map(plain)),
    ...folded(
      "What was said about your holdings",
      list(
        null,
        advice.voices.map(({ agent, text }) => plain(`${agentTitles[agent]}: ${text}`)),
      ),
    ),
    ...folded("Checks against your limits", checkTable("Checks against your limits", advice.checks)),
    ...table(
      "Your positions",
      [
        column("Symbol"),
        ...numbers("Quantity", "Price", `Value (${book.currency})`, "Weight", "Profit without dividends"),
      ],
      book.positions.map(({ symbol, quantity, price, currency, value, weight_pct: weight, profit }) =>
        cells(
          symbol,
          quantities.format(Number(quantity)).replace("-", "\u2212"),
          price === null ? "–" : quoted(price, currency ?? book.currency),
          amount(value),
          weight === null ? "–" : `${weight}%`,
          amount(profit),
        ),
      ),
    ),
    ...list(null, [...book.rates.map(rateText), ...book.notes].map(plain)),
    ...said("quiet", privacy),
  ];
}

const privacy = "Only you see this section. It is in no shared report, proof or webhook.";

function quoted(price: number, currency: string | null): string {
  return currency === null ? priceDigits(price) : `${priceDigits(price)} ${currency}`;
}

/** `1 JPY was 0.00612 EUR on May 30, 2025 (EURJPY=X, inverted).` */
function rateText({ currency, base, rate, date, pairs, how }: ExchangeRate): string {
  const of = how === "inverse" ? `${pairs.join()}, inverted` : pairs.join(" and ");
  return how === "same"
    ? `1 ${currency} is ${rate} ${base}.`
    : `1 ${currency} was ${Number(rate.toPrecision(6))} ${base} on ${date} (${of}).`;
}

function figures({
  book,
  held,
  rate,
  after,
  stop,
  target,
  correlation,
  beta_to_book: beta,
  usage,
}: ForHoldings): string[] {
  const { currency, gross_exposure_pct: gross, net_exposure_pct: net } = book;
  const level = (name: string, at: ForHoldings["stop"]): string[] =>
    at === null
      ? []
      : [
          `At the ${name} of ${quoted(at.price, rate?.currency ?? null)}: ${amount(at.profit)} ${currency}${at.of_book_pct === null ? "" : `, ${at.of_book_pct}% of the book`}.`,
        ];
  return [
    ...(after === null || after.weight_pct === null
      ? []
      : [
          `${after.quantity === held ? "You" : "Afterwards you"} hold ${after.quantity}, ${after.weight_pct}% of the book.`,
        ]),
    ...level("stop", stop),
    ...level("target", target),
    `The book is worth ${amount(book.value)} ${currency}, of which ${amount(book.cash)} is cash.`,
    ...(gross === null || net === null ? [] : [`Exposure: ${gross}% gross, ${net}% net.`]),
    ...(book.hhi === null
      ? []
      : [`Concentration (Herfindahl-Hirschman index): ${book.hhi.toFixed(2)}. A single position gives 1.`]),
    ...(book.beta === null ? [] : [`Beta of the book to ${book.benchmark}: ${book.beta.toFixed(2)}.`]),
    ...(correlation === null
      ? []
      : [
          `Correlation with your other positions: ${correlation.toFixed(2)}${beta === null ? "" : `; beta to them: ${beta.toFixed(2)}`}.`,
        ]),
    ...(usage.calls === 0 || usage.cost_usd === "0" ? [] : [`This part took ${counted(usage.calls, "call")}.`]),
  ].map((line) => line.replaceAll(/(?<![\w-])-(?=\d)/g, "\u2212"));
}

const quantities = new Intl.NumberFormat("en-US", { maximumFractionDigits: 8 });
const cents = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function amount(decimal: string | null): string {
  return decimal === null ? "–" : cents.format(Number(decimal)).replace("-", "\u2212");
}
