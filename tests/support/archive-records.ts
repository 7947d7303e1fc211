import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Bar, CorporateAction, FilingFact } from "#src/market/market-data.ts";

/*
 * Records of a market archive for tests of what is computed from them, read apart from the archive vendor, so
 * that neither can hide the other's mistake. Bars count as known at their day's 21:00 UTC.
 */

const Fact = z.object({
  concept: z.string(),
  unit: z.string(),
  start: z.string().nullable(),
  end: z.string(),
  value: z.number(),
  filed: z.string(),
  form: z.string(),
  accn: z.string(),
});

const factsRead = new Map<string, readonly FilingFact[]>();

export function readFacts(archive: string, symbol: string): readonly FilingFact[] {
  const key = join(archive, symbol);
  const facts = factsRead.get(key) ?? factsIn(archive, symbol);
  factsRead.set(key, facts);
  return facts;
}

function factsIn(archive: string, symbol: string): FilingFact[] {
  const lines = readFileSync(join(archive, "filings", `${symbol}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line, index) => {
    const { accn, ...fact } = Fact.parse(JSON.parse(line));
    return {
      ...fact,
      accession: accn,
      eventTime: Date.parse(`${fact.end}T00:00:00Z`),
      availableAt: Date.parse(`${fact.filed}T00:00:00Z`) + 86_400_000,
      source: "archive:test",
      sourceId: `${accn}#${index}`,
    };
  });
}

export function readBars(archive: string, symbol: string): Bar[] {
  return rows(join(archive, "bars", `${symbol}.csv`)).map(([date = "", open, high, low, close, volume = ""]) => {
    const at = Date.parse(`${date}T21:00:00Z`);
    return {
      date,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: volume === "" ? null : Number(volume),
      currency: "USD",
      eventTime: at,
      availableAt: at,
      source: "archive:test",
      sourceId: date,
    };
  });
}

export function readActions(archive: string, symbol: string): CorporateAction[] {
  return rows(join(archive, "actions", `${symbol}.csv`)).map(([exDate = "", kind, value]) => ({
    exDate,
    action: kind === "split" ? "split" : "dividend",
    value: Number(value),
    currency: kind === "split" ? null : "USD",
    eventTime: Date.parse(`${exDate}T00:00:00Z`),
    availableAt: Date.parse(`${exDate}T00:00:00Z`),
    source: "archive:test",
    sourceId: `${exDate}:${kind}`,
  }));
}

function rows(path: string): string[][] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
}
