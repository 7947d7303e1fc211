import { z } from "zod";
import { hasDecimalComma, withPoint } from "../portfolios/portfolio-text.ts";
import { Holdings } from "./holdings.ts";

/**
 * Holdings as people type or paste them: JSON as the API takes it, or a line for each position with symbol, quantity and
 * what it cost, apart by commas, tabs or spaces, and one line `cash 5000`. Empty: not given.
 * @throws ZodError at `holdings`, in words for the one who typed it
 */
export function readHoldingsText(text: string, currency: string): Holdings | null {
  if (text.trim() === "") return null;
  const read = Holdings.safeParse(text.trimStart().startsWith("{") ? fromJson(text) : fromLines(text, currency));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [, index] = issue?.path ?? [];
  const where = typeof index === "number" ? `position ${index + 1}: ${String(issue?.path[2] ?? "")} ` : "";
  throw refusal(`${where}${issue?.path[0] === "currency" ? "currency " : ""}${issue?.message ?? "is not valid"}`);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal("this is not valid JSON");
  }
}

function fromLines(text: string, currency: string): unknown {
  const positions: Record<string, string>[] = [];
  let cash = "0";
  for (const [index, line] of text.split("\n").entries()) {
    if (hasDecimalComma(line)) throw refusal(`line ${index + 1} ${withPoint}`);
    const [symbol = "", quantity, cost, ...rest] = line.trim().split(/[\s,;]+/);
    if (symbol === "" || /^symbol$/i.test(symbol)) continue;
    if (quantity === undefined || rest.length > 0)
      throw refusal(`line ${index + 1} should be a symbol, a quantity and what it cost, such as AAPL 120 18400`);
    if (/^cash$/i.test(symbol)) cash = quantity;
    else positions.push({ symbol, quantity, ...(cost !== undefined && cost !== "" && { cost_basis: cost }) });
  }
  return { currency, positions, cash };
}

function refusal(message: string): z.ZodError {
  return new z.ZodError([{ code: "custom", path: ["holdings"], message, input: null }]);
}
