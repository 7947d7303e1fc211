import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Agent } from "#src/contract/run/answers.ts";
import type { AgentTurn } from "#src/contract/run/run.ts";
import { riskVoices } from "#src/debate/agents.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { archiveDates, archiveNames, archivePath } from "#tests/support/archives.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";

const reasoner = createRulesReasoner();
const rounds = 3;
const datesEach = runs(1, 3);
const demo = join(import.meta.dirname, "../../demo");
const archives = archiveNames.map((name) => [name, archivePath(name)] as const);

interface Debated {
  readonly name: string;
  readonly rating: string;
  readonly turns: (agent: Agent) => readonly AgentTurn[];
}

const known = new Map<string, Promise<Debated[]>>();

/** Debates on every instrument of an archive, at dates spread over its bars; each made once. */
function debatesOn(path: string): Promise<Debated[]> {
  return known.get(path) ?? known.set(path, debateOn(path)).get(path) ?? Promise.reject(new Error(path));
}

async function debateOn(path: string): Promise<Debated[]> {
  const vendors = await archiveChain(path);
  if (vendors === null) throw new Error(`there is no archive at ${path}`);
  const debates: Debated[] = [];
  for (const { ticker, tradeDate } of archiveDates(path, datesEach)) {
    const { outcome } = await finishedRun({
      vendors,
      reasoner,
      ticker,
      tradeDate,
      rounds,
      settings: { riskRounds: rounds },
    });
    const { result } = outcome.run;
    debates.push({
      name: `${ticker} ${tradeDate}`,
      rating: result.rating,
      turns: (agent) => result.reports[agent]?.turns ?? [],
    });
  }
  return debates;
}

function claimsOf(turns: readonly (AgentTurn | undefined)[]): string[] {
  return turns.flatMap((turn) => turn?.points.map(({ claim }) => claim) ?? []);
}

const tried = [["demo", demo] as const, ...archives].slice(0, runs(2, Infinity));

describe.each(tried)("by the rules, on the archive %s,", (_name, path) => {
  const debates = path === null ? Promise.resolve([]) : debatesOn(path);

  test.skipIf(path === null)("the three risk voices argue from different evidence", async () => {
    for (const { name, rating, turns } of await debates) {
      const spoken = riskVoices.map(turns);
      for (let round = 0; round < rounds; round += 1) {
        const said = spoken.map((own) => own[round]);
        const claims = claimsOf(said);
        expect(claims, `${name} ${rating}, round ${round + 1}`).toEqual([...new Set(claims)]);
        expect(new Set(said.map((turn) => turn?.text)).size, `${name} ${rating}`).toBe(riskVoices.length);
      }
      // Without an opinion there may be nothing to argue from; with one the voices are not silent.
      if (rating !== "REVIEW") expect(claimsOf(spoken.map(([opening]) => opening)).length, name).toBeGreaterThan(1);
    }
  });

  test.skipIf(path === null)("no rebuttal repeats a point of its own", async () => {
    for (const { name, turns } of await debates)
      for (const agent of ["bull", "bear", ...riskVoices] as const) {
        const own = turns(agent);
        expect(own, `${name} ${agent}`).toHaveLength(rounds);
        const claims = claimsOf(own);
        expect(claims, `${name} ${agent}`).toEqual([...new Set(claims)]);
        // Nor in its prose, where a rebuttal says what its opening did not.
        for (const rebuttal of own.slice(1))
          for (const claim of claimsOf(own.slice(0, 1)))
            expect(rebuttal.text.toLowerCase(), `${name} ${agent}`).not.toContain(claim.toLowerCase());
      }
  });

  test.skipIf(path === null)("nobody calls evidence heavy that is too light for a view", async () => {
    for (const { name, rating, turns } of await debates) {
      const said = (agent: Agent): string => turns(agent)[0]?.text ?? "";
      const isNeutral = said("market").includes("On price and risk, the rules engine is neutral");
      expect(isNeutral && /price and risk (?:favour|count|point)/i.test(said("research_manager")), name).toBe(false);
      const openings = `${said("bull")} ${said("bear")}`;
      expect(rating === "Hold" && /weight of evidence|On balance/.test(openings), name).toBe(false);
    }
  });
});

test.skipIf(tried.length <= archives.length || archives.some(([, path]) => path === null))(
  "among them are Holds, where no size is proposed",
  async () => {
    const all = await Promise.all(archives.map(([, path]) => debatesOn(path ?? "")));
    expect(all.flat().filter(({ rating }) => rating === "Hold").length).toBeGreaterThan(0);
  },
);
