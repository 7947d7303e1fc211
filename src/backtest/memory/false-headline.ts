import type { FalseHeadline } from "#src/contract/backtests/memory.ts";
import { numberEvidence } from "#src/debate/evidence/numbering.ts";
import type { Snapshot } from "#src/debate/evidence/snapshot.ts";

/** The source that the headline is given, in this world only. */
const source = "counterfactual";

const texts = {
  stock: {
    up: (name: string) =>
      `${name} raises its outlook: record orders, and revenue of the quarter is expected to grow by a third`,
    down: (name: string) =>
      `${name} withdraws its outlook: revenue of the quarter is expected to fall by a third, and its auditor resigns`,
  },
  crypto: {
    up: (name: string) => `Regulators approve funds that hold ${name}, and several large banks offer it to clients`,
    down: (name: string) => `Exchanges stop withdrawals of ${name} after a flaw in its network is confirmed`,
  },
} as const;

/** @param later of the instrument since; not 0 */
export function falseHeadline(
  { data }: Pick<Snapshot, "data">,
  later: { readonly value: number; readonly sessions: number },
): FalseHeadline {
  const says = later.value > 0 ? "down" : "up";
  const words = texts[data.asset_type === "crypto" ? "crypto" : "stock"];
  return {
    text: words[says](data.name === "" ? data.symbol : data.name),
    says,
    later_return: later.value,
    sessions: later.sessions,
  };
}

/** The evidence with the headline added after the other news. */
export function withHeadline(snapshot: Snapshot, { text }: FalseHeadline): Snapshot {
  const { evidence, data } = snapshot;
  const news = evidence.filter(({ id }) => id.startsWith("N"));
  const last = news.reduce((most, { id }) => Math.max(most, Number(id.slice(1))), 0);
  const at = data.session ?? data.as_of?.slice(0, 10) ?? "";
  const finding = {
    key: "news",
    label: "News",
    value: null,
    text: `Newswire: ${text}`,
    unit: null,
    at,
    source,
    source_ids: [],
    formula: null,
  };
  const place = evidence.findIndex(({ id }) => id.startsWith("F") || id.startsWith("D"));
  const before = place < 0 ? evidence.length : place;
  return {
    ...snapshot,
    evidence: [...evidence.slice(0, before), ...numberEvidence("N", [finding], last), ...evidence.slice(before)],
  };
}
