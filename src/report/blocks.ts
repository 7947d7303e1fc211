import type { Check } from "#src/contract/run/judgement.ts";
import type { Block, Cell, Column, Line, Paragraph } from "./document.ts";
import { paragraph, plain } from "./text/prose.ts";
import { capitalised } from "./text/result-text.ts";

/* Blocks of a report's own. What would hold nothing is no block. */

export function said(tone: Paragraph["tone"], line: string | Line | null): Block[] {
  return line === null ? [] : [paragraph(tone, line)];
}

export function list(title: string | null, items: readonly Line[]): Block[] {
  return items.length === 0 ? [] : [{ kind: "list", title, items }];
}

export function folded(title: string, blocks: readonly Block[], isLong = false): Block[] {
  return blocks.map((block) => ({ kind: "folded", title, isLong, block }));
}

export function table(name: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Block[] {
  return rows.length === 0 ? [] : [{ kind: "table", name, columns, rows }];
}

export function column(title: string, look: "wide" | "number" | null = null): Column {
  return { line: plain(title), align: look === "number" ? "right" : "left", wide: look === "wide" };
}

export function numbers(...titles: string[]): Column[] {
  return titles.map((title) => column(title, "number"));
}

export function cell(text: string | Line, outcome: Cell["outcome"] = null): Cell {
  return { line: typeof text === "string" ? plain(text) : text, outcome };
}

export function cells(...texts: string[]): Cell[] {
  return texts.map((text) => cell(text));
}

export function checkTable(
  name: string,
  checks: readonly (Pick<Check, "outcome" | "detail"> & { readonly id: string })[],
): Block[] {
  return table(
    name,
    [column("Check"), column("Outcome"), column("Detail", "wide")],
    checks.map(({ id, outcome, detail }) => [
      cell(capitalised(id.replaceAll("_", " "))),
      cell(capitalised(outcome.replace("_", " ")), outcome),
      cell(detail),
    ]),
  );
}
