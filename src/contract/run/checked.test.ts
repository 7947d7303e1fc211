import { describe, expect, test } from "vitest";
import { z } from "zod";
import { earlierRun } from "#tests/support/earlier-run.ts";
import { checkedOf } from "./checked.ts";
import { Reports, type AgentTurn } from "./run.ts";
import { allSpans, countFigures, isFlagged } from "./spans.ts";

const result = z
  .object({ result: z.object({ reports: Reports }) })
  .parse(JSON.parse(earlierRun()["result.json"] ?? ""));
const { reports } = result.result;
const turns = ["fundamentals", "bull", "bear", "trader", "conservative", "portfolio_manager"] as const;
const spoken = turns.flatMap((agent) => reports[agent]?.turns ?? []);

/** Every text of a turn that has spans, with them. */
function texts(turn: AgentTurn) {
  const checked = checkedOf(turn);
  return [
    { text: turn.text, spans: checked.text },
    ...turn.points.map(({ claim }, index) => ({ text: claim, spans: checked.points[index] ?? [] })),
    ...Object.entries(checked.fields).flatMap(([name, spans]) => {
      const text = turn.fields[name];
      return typeof text === "string" ? [{ text, spans }] : [];
    }),
  ];
}

test("a field that cites and has no number is read for its citations", () => {
  const { grounding } = spoken[0] ?? {};
  if (grounding === undefined) throw new Error("the turn has no grounding");
  const turn = { text: "", points: [], fields: { thesis: "It leads [M1].", action: "buy", size_pct: 3 }, grounding };
  expect(checkedOf(turn).fields).toMatchObject({ thesis: [{ from: 10, to: 12, kind: "citation", ids: ["M1"] }] });
  expect(checkedOf(turn).fields).not.toHaveProperty("action");
});

describe("the grounding of an old turn, read as spans", () => {
  test("marks every number that it found where it stands, and every citation", () => {
    expect(spoken.length).toBeGreaterThanOrEqual(6);
    const numbers = spoken.flatMap(({ grounding }) => grounding?.numbers ?? []);
    const found = spoken.flatMap((turn) =>
      texts(turn).flatMap(({ text, spans }) =>
        spans.map((span) => ({ ...span, text: text.slice(span.from, span.to) })),
      ),
    );
    expect(numbers.length).toBeGreaterThan(30);
    for (const { text, evidence } of numbers)
      expect(found).toContainEqual(expect.objectContaining({ text, ids: evidence }));
    const cited = found.filter(({ kind }) => kind === "citation");
    expect(cited.length).toBeGreaterThan(20);
    for (const { text, ids } of cited) expect(ids).toEqual([text]);
  });

  test("keeps spans in order and apart, and counts what it counted", () => {
    for (const turn of spoken) {
      for (const { spans } of texts(turn))
        for (const [index, { from, to }] of spans.entries()) {
          expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? 0);
          expect(to).toBeGreaterThan(from);
        }
      const { supported, unsupported } = turn.grounding ?? {};
      expect(countFigures(checkedOf(turn))).toEqual({ supported, unsupported });
    }
  });

  test("flags what it flagged, with the evidence that says otherwise", () => {
    const text = "Revenue rose 9 % [F1], [Q7] and by 5.3 % before.";
    const grounding = {
      numbers: [
        {
          ...at(13),
          text: "9 %",
          value: 9,
          unit: "%",
          verdict: "unsupported" as const,
          evidence: [],
          cited: true,
          basis: null,
        },
        {
          ...at(35),
          text: "5.3 %",
          value: 5.3,
          unit: "%",
          verdict: "wrong_source" as const,
          evidence: ["F2"],
          cited: false,
          basis: null,
        },
      ],
      supported: 0,
      unsupported: 2,
      words: [{ ...at(8), text: "rose", verdict: "contradicted" as const, evidence: ["F1"] }],
      unread: [],
      bad_computations: [],
      unknown_ids: ["Q7"],
    };
    const turn = { text, points: [], fields: {}, grounding };
    const flagged = allSpans(checkedOf(turn)).filter(isFlagged);
    expect(flagged.map(({ from, to, kind, ids }) => [text.slice(from, to), kind, ids])).toEqual([
      ["rose", "contradicted", ["F1"]],
      ["9 %", "unsupported", []],
      ["Q7", "unknown_id", ["Q7"]],
      ["5.3 %", "wrong_source", ["F2"]],
    ]);
  });
});

function at(offset: number) {
  return { point: null, field: null, offset };
}
