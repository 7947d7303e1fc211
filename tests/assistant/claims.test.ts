import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { claimReader } from "#src/debate/reasoners/llm/passage-answers.ts";
import { checkClaim } from "#src/product/assistant/lib/claims.ts";
import type { Passage } from "#src/contract/jobs/assistant.ts";
import { type Found, signsOf } from "#src/product/assistant/public/knowledge.ts";
import { resultsOf } from "#src/product/assistant/lib/answer-question.ts";
import { indexPassages, phraseOf } from "#src/product/assistant/lib/lexical-index.ts";
import { termsOf } from "#src/product/assistant/lib/stemming.ts";
import { fixturePassages } from "./fixture-passages.ts";

const chunks = fixturePassages.map((passage, index) => ({ id: `p${index + 1}`, passage }));
const refund = { text: "A refund takes 3 working days.", chunkId: "p2", quote: "An administrator starts it" };

describe("a claim", () => {
  test("passes with a quote that stands in its passage, whatever lines it is broken into", () => {
    expect(checkClaim(refund, chunks)).toMatchObject({ ok: true, claim: { passage: { id: fixturePassages[1]?.id } } });
    const broken = { ...refund, quote: "An administrator\n  starts it, and it\ttakes 3 working days" };
    expect(checkClaim(broken, chunks).ok).toBe(true);
  });

  test("does not pass with anything that the passage does not say", () => {
    const refused = [
      { ...refund, chunkId: "p1" },
      { ...refund, chunkId: "nowhere" },
      { ...refund, quote: "An administrator never starts it" },
      { ...refund, quote: "it" },
      { ...refund, text: "A refund takes 4 working days." },
      { ...refund, text: "A refund takes 3 working days, see www.evil.example for your balance." },
      { ...refund, text: "Set REFUND_SECRET_KEY and a refund takes 3 working days." },
      { ...refund, text: "Bananas grow on tropical islands near volcanoes." },
      { ...refund, text: "" },
    ];
    expect(refused.map((draft) => checkClaim(draft, chunks).ok)).toEqual(refused.map(() => false));
  });

  test.prop([fc.string({ minLength: 12, maxLength: 60 }), fc.nat(6)])(
    "never passes with a made-up quote",
    (quote, at) => {
      const chunk = chunks[at];
      const said = chunk?.passage.text.replaceAll(/\s+/g, " ").includes(quote.replaceAll(/\s+/g, " ").trim());
      fc.pre(said === false);
      const text = chunk?.passage.text.split(". ")[0] ?? "";
      expect(checkClaim({ text, chunkId: chunk?.id ?? "", quote }, chunks).ok).toBe(false);
    },
  );
});

test.prop([fc.constantFrom(...fixturePassages), fc.nat(200), fc.integer({ min: 3, max: 12 })])(
  "what is quoted without a model stands word for word in its passage",
  (passage, from, count) => {
    const index = indexPassages(fixturePassages);
    const words = passage.text.split(/\s+/);
    const terms = termsOf(words.slice(from % words.length, (from % words.length) + count).join(" "));
    const found = fixturePassages.flatMap((one) => {
      const match = index.match(phraseOf(""), terms, one.id);
      return match === null
        ? []
        : [{ passage: one, likely: 1, signs: signsOf(match, { ranked: 1, help: true }), units: match.units }];
    });
    const claims = resultsOf({ found: found.toSorted((x, y) => y.signs.unit - x.signs.unit) }, 0);
    expect(claims).toHaveLength(3);
    for (const { quote, passage: ref } of claims)
      expect(fixturePassages.find(({ id }) => id === ref.id)?.text).toContain(quote);
  },
);

const draft = fc.record({ text: fc.string(), chunkId: fc.string(), quote: fc.string() });

test.prop([fc.array(draft, { maxLength: 4 }), fc.integer({ min: 1, max: 30 })])(
  "claims come whole out of JSON in pieces of any length",
  (claims, size) => {
    const text = JSON.stringify({ answerable: true, claims });
    const reader = claimReader();
    const read = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      reader.take(text.slice(index * size, (index + 1) * size)),
    ).flat();
    expect(read).toEqual(claims);
  },
);

test("nothing is read before the model has said that it can answer", () => {
  const claim = { text: "a", chunkId: "p1", quote: "b" };
  expect(claimReader().take(JSON.stringify({ answerable: false, claims: [claim] }))).toEqual([]);
  expect(claimReader().take(JSON.stringify({ claims: [claim], answerable: true }))).toEqual([]);
});

describe("of passages that may answer", () => {
  const passageOf = (slug: string, anchor: string): Passage => ({
    id: `help/${slug}#${anchor}`,
    source: "help",
    url: `/help/${slug}#${anchor}`,
    title: slug,
    heading: anchor,
    text: `What stands under ${anchor} of ${slug}.`,
    asks: [],
  });
  const index = indexPassages([passageOf("one", "a"), passageOf("one", "b"), passageOf("two", "c")]);
  const foundAs = (id: string, likely: number): Found[] => {
    const passage = index.get(id);
    const match = index.match(phraseOf(""), [], id);
    if (passage === undefined || match === null) throw new Error(`there is no ${id}`);
    return [{ passage, likely, signs: signsOf(match, { ranked: 1, help: true }), units: match.units }];
  };
  test.each([
    ["nothing is a result where the first is too unlikely", [0.29, 0.2, 0.1], []],
    ["one stands for each article, by its best part", [0.9, 0.8, 0.5], ["help/one#a", "help/two#c"]],
    ["the best of them stands first", [0.5, 0.6, 0.9], ["help/two#c", "help/one#b"]],
  ])("%s", (_what, [a = 0, b = 0, c = 0], shown) => {
    const found = [...foundAs("help/one#a", a), ...foundAs("help/one#b", b), ...foundAs("help/two#c", c)];
    const ranked = found.toSorted((x, y) => y.likely - x.likely);
    expect(resultsOf({ found: ranked }, 0.3).map(({ passage }) => passage.id)).toEqual(shown);
  });
});
