import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { UnknownFact } from "#src/product/content/facts.ts";
import { ContentFault, loadArticles, loadPosts, readArticles, readPosts } from "#src/product/content/library.ts";
import { passagesOf, searchArticles } from "#src/product/content/passages.ts";
import { plans } from "#src/contract/accounts/plans.ts";

describe("what is read from a folder", () => {
  function folderWith(name: string, text: string): string {
    const folder = mkdtempSync(join(tmpdir(), "conclave-content-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, name), text);
    return folder;
  }
  const matter =
    'title: "A title"\nsummary: "A summary."\nsection: api\norder: 1\nupdated: 2026-11-21\nrelated: [other]\nasks: {}';

  test("splits by headings, with anchors, minutes, and the placeholders filled in", () => {
    const asks = "{ lead: [What is first], a-b-2: [How do I list, Show all] }";
    const text = `---\n${matter.replace("{}", asks)}\n---\n\nFirst.\n\n## A & b\n\n| x | y |\n| --- | --- |\n| 1 | {{plans.elite.name}} |\n\n## A & b\n\n\`\`\`sh\nls\n\`\`\`\n`;
    const [found] = readArticles(folderWith("one.md", text));
    if (found === undefined) throw new Error("nothing was read");
    expect(found).toMatchObject({ path: "/help/one", minutes: 1, section: "api" });
    expect(found.headings.map(({ id }) => id)).toEqual(["a-b", "a-b-2"]);
    expect(passagesOf(found).map(({ id, heading, text: said, asks: asked }) => [id, heading, said, asked])).toEqual([
      ["help/one", null, "A summary.\nFirst.", ["What is first"]],
      ["help/one#a-b", "A & b", `x | y\n1 | ${plans.elite.name}`, []],
      ["help/one#a-b-2", "A & b", "ls", ["How do I list", "Show all"]],
    ]);
    expect(found.blocks.at(-1)).toEqual({ kind: "code", language: "sh", code: "ls" });
  });

  test.each([
    ["no front matter", "text"],
    ["a section that is not there", `---\n${matter.replace("api", "nothing")}\n---\ntext`],
    ["a field too many", `---\n${matter}\nmood: good\n---\ntext`],
    [
      "other words for a heading that it does not have",
      `---\n${matter.replace("{}", "{ c: [What is c] }")}\n---\ntext`,
    ],
    ["no text", `---\n${matter}\n---\n`],
  ])("%s is a fault that names the file", (_what, text) => {
    expect(() => readArticles(folderWith("broken.md", text))).toThrow(ContentFault);
    expect(() => readArticles(folderWith("broken.md", text))).toThrow(/^broken\.md: /);
  });

  test("an unknown placeholder is a fault, and so is a post without an id", () => {
    expect(() => readArticles(folderWith("a.md", `---\n${matter}\n---\n{{limits.nothing}}`))).toThrow(UnknownFact);
    expect(() => readPosts(folderWith("a.md", `---\n${matter}\n---\ntext`))).toThrow(ContentFault);
  });

  test("markup of a text's own is shown and not run", () => {
    const [found] = readArticles(
      folderWith("a.md", `---\n${matter}\n---\n<script>alert(1)</script> [x](javascript:alert(1))`),
    );
    expect(JSON.stringify(found?.blocks)).not.toMatch(/<script|href=\\"javascript/);
  });
});

describe("passages and search", () => {
  test("every passage has an id of its own, a text, and an address whose anchor is there", () => {
    const all = [...loadArticles(), ...loadPosts()].flatMap(passagesOf);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ text, url }) => text.trim() === "" || !url.startsWith("/"))).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
  });

  test.each([
    ["refund", "refunds"],
    ["429", "api-limits"],
    ["review hold", "review"],
    ["webhook signature", "verify-webhooks"],
    ["backup codes", "two-factor"],
    ["nginx", "reverse-proxy"],
    ["idempotncy", "api-idempotency"],
    ["hacked", "sessions"],
  ])("%s finds %s among the first three", (query, slug) => {
    const hits = searchArticles(query);
    expect(hits.slice(0, 3).map(({ article: found }) => found.slug)).toContain(slug);
    expect(hits.every(({ excerpt }) => excerpt.length > 10)).toBe(true);
    expect(new Set(hits.map(({ article: found }) => found.slug)).size).toBe(hits.length);
  });

  test("nothing is found for what no article says, and nothing breaks on odd queries", () => {
    expect(searchArticles("zzzqqqxxx")).toEqual([]);
    expect(searchArticles("refund zzzqqqxxx")).toEqual([]);
    for (const query of ["", "  ", "\u0000", "*(", "a".repeat(5000)]) expect(() => searchArticles(query)).not.toThrow();
  });
});
