import type { TextSpan } from "#src/contract/run/spans.ts";
import { readStatement, type Statement } from "../figures/figures.ts";
import { remarksIn } from "./read-words.ts";

export interface ReadConditions {
  /** Their words by name, with every reference resolved. */
  readonly fields: Readonly<Record<string, string>>;
  readonly spans: Readonly<Record<string, TextSpan[]>>;
  readonly denials: readonly string[];
}

/** What they say of the present is checked; their bound may come. */
export function readConditions(
  said: Readonly<Record<string, string>>,
  common: Omit<Statement, "text" | "points" | "fields">,
): ReadConditions {
  if (Object.keys(said).length === 0) return { fields: {}, spans: {}, denials: [] };
  const none = { ...common, text: "", points: [] };
  const { fields, checked, denials } = readStatement({ ...none, fields: said, isTrusted: true });
  if (common.isTrusted === true) return { fields, spans: checked.fields, denials };
  const remarks = Object.fromEntries(
    Object.entries(fields).map(([name, words]) => [name, remarksIn(words, common.language)]),
  );
  const read = readStatement({ ...none, fields: remarks });
  const spans = Object.entries(checked.fields).map(([name, written]) => [
    name,
    together(written, read.checked.fields[name] ?? []),
  ]);
  return { fields, spans: Object.fromEntries(spans), denials };
}

function together(written: readonly TextSpan[], found: readonly TextSpan[]): TextSpan[] {
  const beside = found.filter(({ from, to }) => written.every((span) => to <= span.from || span.to <= from));
  return [...written, ...beside].toSorted((a, b) => a.from - b.from);
}
