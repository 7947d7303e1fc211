import { fc, test as property } from "@fast-check/vitest";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { runs } from "#tests/support/runs.ts";
import { safeLine, safeProse } from "./markdown.ts";

/** A reader that makes a link, a picture or a tag of everything it can. */
const reader = new MarkdownIt({ html: true, linkify: true });

function kindsIn(text: string): Set<string> {
  const kinds = new Set<string>();
  for (const token of reader.parse(text, {}))
    for (const { type } of [token, ...(token.children ?? [])]) kinds.add(type);
  return kinds;
}

const broughtIn = ["link_open", "image", "html_inline", "html_block"];

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      ..."[ ] ( ) ! < > \\ ` ``` ~~~ | * _ # : \n \n\n - 1. & ; @".split(" "),
      "\n",
      "\n\n",
      "    ",
      "\t",
      "http://127.0.0.1/x",
      "www.example.com",
      "mailto:a@example.com",
      "a@example.com",
      "[F1]",
      "[F1]: http://x.example",
      "&lt;",
      "<!--",
      "===",
      "---",
      "# ",
      "<b>",
      "x",
    ),
    fc.string({ unit: "grapheme", maxLength: 4 }),
  ),
  { maxLength: 24 },
);

describe("prose", () => {
  property.prop([pieces], { seed: 1, numRuns: runs(500, 3000) })("brings in no link, picture or tag", (parts) => {
    const kinds = kindsIn(safeProse(parts.join("")));
    expect(broughtIn.filter((kind) => kinds.has(kind))).toEqual([]);
  });

  property.prop([pieces], { seed: 2, numRuns: runs(500, 3000) })(
    "leaves nothing open: what follows is read as what it is, and no title of its own is as large",
    (parts) => {
      const tokens = reader.parse(`${safeProse(parts.join(""))}\n\n## After\n\nwords`, {});
      const titles = tokens.filter(({ type, tag }) => type === "heading_open" && /^h[1-3]$/.test(tag));
      expect(titles).toHaveLength(1);
      expect(tokens.findIndex(({ type }) => type === "heading_open")).toBeGreaterThanOrEqual(0);
      expect(tokens.at(-2)).toMatchObject({ content: "words", level: 1 });
    },
  );

  test("keeps its form: emphasis, lists, tables, code and citations stay as they were", () => {
    const text = "**Up** by 5 % [F1, F2].\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```";
    expect(safeProse(text)).toBe(text);
  });

  test("closes a code fence that was forgotten", () => {
    expect(safeProse("see\n```js\nlet x")).toBe("see\n```js\nlet x\n```");
  });

  test("moves headings below the report's own, also inside quotes and lists", () => {
    expect(safeProse("# A\n> ## B\n- ### C\n#### D")).toBe("#### A\n> #### B\n- #### C\n#### D");
    expect(safeProse("Title\n===")).toBe("Title\n\\===");
  });
});

describe("a line", () => {
  property.prop([fc.array(pieces, { minLength: 1, maxLength: 3 })], { seed: 3, numRuns: runs(500, 2000) })(
    "cannot break the cell of a table in which it stands, whatever is in it",
    (cells) => {
      const row = cells.map((parts) => `x ${safeLine(parts.join(""))}`);
      const head = cells.map(() => "h");
      const table = `| ${head.join(" | ")} |\n| ${head.map(() => "---").join(" | ")} |\n| ${row.join(" | ")} |\n| ${head.join(" | ")} |`;
      const tokens = reader.parse(table, {});
      expect(tokens.filter(({ type }) => type === "tr_open")).toHaveLength(3);
      expect(tokens.filter(({ type }) => type === "td_open")).toHaveLength(2 * cells.length);
      expect(tokens.filter(({ level }) => level === 0).map(({ type }) => type)).toEqual(["table_open", "table_close"]);
      expect(broughtIn.filter((kind) => kindsIn(table).has(kind))).toEqual([]);
    },
  );

  test("has no pipe, no line break and no backtick of its own", () => {
    expect(safeLine("a | b\\|c\nd `e`")).toBe("a &#124; b&#92;&#124;c d &#96;e&#96;");
  });
});
