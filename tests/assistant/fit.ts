/*
 * Fits the weights of services/assistant/likelihood.ts to the questions of tuning and practice, and prints them. Each
 * passage that is found for a question is one case: does it stand on a page that answers it? Run it after changes of
 * words, signs or content, once or twice until the weights stay as they are.
 */
import { knowledgePassages } from "#src/compose/knowledge-passages.ts";
import { systemClock } from "#src/platform/clock.ts";
import { isFollowUp } from "#src/services/assistant/intents.ts";
import { createKnowledge } from "#src/services/assistant/knowledge.ts";
import { signNames, type Signs } from "#src/services/assistant/likelihood.ts";
import { pageOf } from "#src/services/assistant/pages.ts";
import { reindex } from "#src/services/assistant/reindex.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { practice } from "./questions.practice.ts";
import { tuning } from "./questions.tuning.ts";

/** Keeps a weight small that few cases speak for. */
const ridge = 0.0007;
const steps = 6000;
const rate = 1.5;

interface Case {
  readonly signs: Signs;
  readonly answers: number;
}

const fresh = await freshDatabase();
await reindex({ db: fresh.db, clock: systemClock }, knowledgePassages());
const knowledge = createKnowledge(fresh.db);
const cases: Case[] = [];
for (const { ask, after = [], pages, kind } of [...tuning, ...practice]) {
  if (kind === "account" || kind === "injection") continue;
  const { found } = await knowledge.search(ask, isFollowUp(ask) ? (after.at(-1) ?? null) : null);
  const seen = new Set<string>();
  for (const { passage, signs } of found) {
    const page = pageOf(passage.url);
    if (!seen.has(page)) cases.push({ signs, answers: pages.includes(page) ? 1 : 0 });
    seen.add(page);
  }
}
await fresh.drop();

const weights = new Map<string, number>([["least", 0], ...signNames.map((name): [string, number] => [name, 0])]);
const valueOf = (signs: Signs, name: string): number =>
  name === "least" ? 1 : (new Map(Object.entries(signs)).get(name) ?? 0);
const rows = cases.map(({ signs, answers }) => ({
  values: [...weights.keys()].map((name) => valueOf(signs, name)),
  answers,
}));
const fitted = [...weights.keys()].map(() => 0);
for (let step = 0; step < steps; step += 1) {
  const slope = fitted.map((weight, index) => (index === 0 ? 0 : ridge * weight));
  for (const { values, answers } of rows) {
    const sum = values.reduce((all, value, index) => all + value * (fitted[index] ?? 0), 0);
    const off = 1 / (1 + Math.exp(-sum)) - answers;
    for (const [index, value] of values.entries()) slope[index] = (slope[index] ?? 0) + (off * value) / rows.length;
  }
  for (const [index, by] of slope.entries()) fitted[index] = (fitted[index] ?? 0) - rate * by;
}
const named = [...weights.keys()].map((name, index) => `${name}: ${(fitted[index] ?? 0).toFixed(2)}`);
process.stdout.write(`${cases.length} cases\n{ ${named.join(", ")} }\n`);
