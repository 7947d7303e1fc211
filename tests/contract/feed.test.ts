import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseFeed } from "feedsmith";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { z } from "zod";
import { loadPosts } from "#src/product/content/library.ts";
import { writeFeeds } from "#src/product/content/feeds.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

const posts = loadPosts();
const publicUrl = "https://conclave.example";

let testApp: TestApp;
let local: FrontDoor;
let known: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  local = await testApp.open();
  known = await testApp.open({
    access: { open: false, loopback: false },
    surroundings: { publicUrl, trustedProxies: [], development: false },
  });
});
afterAll(() => testApp.drop());

const paths = ["/blog/feed.xml", "/blog/atom.xml", "/blog/feed.json"] as const;
const ask = (path: string, headers: Record<string, string> = {}, door = known) =>
  fetch(`${door.url}${path}`, { headers });

/** RFC 822 as RSS wants it, with a year of four digits. */
const Rfc822 = z
  .string()
  .regex(
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  );
const Whole = z.url({ protocol: /^https$/ });
const Urn = z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/);

/**
 * What RSS 2.0 demands of a channel and of an item, and nothing that it does not know.
 * @see https://www.rssboard.org/rss-specification
 */
const Rss = z.strictObject({
  "?xml": z.object({ "@version": z.literal("1.0"), "@encoding": z.literal("utf-8") }),
  rss: z.strictObject({
    "@version": z.literal("2.0"),
    "@xmlns:dc": z.literal("http://purl.org/dc/elements/1.1/"),
    "@xmlns:content": z.literal("http://purl.org/rss/1.0/modules/content/"),
    "@xmlns:atom": z.literal("http://www.w3.org/2005/Atom"),
    channel: z.strictObject({
      title: z.string().min(1),
      link: Whole,
      description: z.string().min(1),
      lastBuildDate: Rfc822,
      docs: Whole,
      language: z.literal("en"),
      "atom:link": z.strictObject({
        "@href": Whole,
        "@rel": z.literal("self"),
        "@type": z.literal("application/rss+xml"),
      }),
      item: z.array(
        z.strictObject({
          title: z.string().min(1),
          link: Whole,
          guid: z.strictObject({ "#text": Urn, "@isPermaLink": z.literal("false") }),
          pubDate: Rfc822,
          description: z.string().min(1),
          "content:encoded": z.string().min(500),
          "dc:creator": z.string().min(1),
          category: z.array(z.string()),
        }),
      ),
    }),
  }),
});

/** @see RFC 4287 */
const Rfc3339 = z.iso.datetime();
const AtomText = z.strictObject({ "#text": z.string().min(1), "@type": z.literal("html") });
const Atom = z.object({
  feed: z.strictObject({
    "@xmlns": z.literal("http://www.w3.org/2005/Atom"),
    id: Whole,
    title: z.string(),
    subtitle: z.string(),
    updated: Rfc3339,
    author: z.strictObject({ name: z.string() }),
    link: z.array(z.strictObject({ "@rel": z.enum(["self", "alternate"]), "@href": Whole })).length(2),
    entry: z.array(
      z.strictObject({
        id: Urn,
        title: AtomText,
        summary: AtomText,
        content: AtomText,
        link: z.strictObject({ "@href": Whole }),
        published: Rfc3339,
        updated: Rfc3339,
        category: z.array(z.looseObject({ "@term": z.string() })),
      }),
    ),
  }),
});

/** @see https://www.jsonfeed.org/version/1.1/ */
const JsonFeed = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: Whole,
  feed_url: Whole,
  description: z.string(),
  language: z.literal("en"),
  authors: z.array(z.strictObject({ name: z.string() })),
  items: z.array(
    z.strictObject({
      id: Urn,
      url: Whole,
      title: z.string(),
      summary: z.string(),
      content_html: z.string().min(500),
      date_published: Rfc3339,
      date_modified: Rfc3339,
      tags: z.array(z.string()),
    }),
  ),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  // What stands once of many is a list all the same.
  isArray: (name) => ["item", "entry", "category"].includes(name),
});

async function rss(door = known): Promise<z.infer<typeof Rss>> {
  const text = await (await ask("/blog/feed.xml", {}, door)).text();
  expect(XMLValidator.validate(text)).toBe(true);
  return Rss.parse(parser.parse(text));
}

describe("GET /blog/feed.xml", () => {
  test("is RSS 2.0 as its specification has it, with itself as atom:link", async () => {
    const { rss: feed } = await rss();
    expect(feed.channel).toMatchObject({
      link: `${publicUrl}/blog`,
      "atom:link": { "@href": `${publicUrl}/blog/feed.xml` },
    });
  });

  test("keeps to the schema of RSS 2.0, which refuses what does not", async () => {
    const schema = readFileSync(join(import.meta.dirname, "../support/rss-2.0.xsd"), "utf8");
    const valid = async (contents: string) =>
      (await validateXML({ xml: [{ fileName: "feed.xml", contents }], schema: [schema] })).valid;
    const text = await (await ask("/blog/feed.xml")).text();
    expect(await valid(text)).toBe(true);
    const [guid = ""] = /<guid.*?<\/guid>/.exec(text) ?? [];
    for (const broken of [
      text.replace(' version="2.0"', ""),
      text.replace(/<pubDate>.*?<\/pubDate>/, "<pubDate>2026-11-21</pubDate>"),
      text.replace("<item>", "<item><body>more</body>"),
      text.replaceAll(/<guid.*?<\/guid>/g, guid),
    ])
      expect(await valid(broken)).toBe(false);
  });

  test("has every post once, newest first, whole", async () => {
    const items = (await rss()).rss.channel.item;
    expect(items.map(({ title, link, guid, description }) => [title, link, guid["#text"], description])).toEqual(
      posts.map(({ title, path, id, summary }) => [title, `${publicUrl}${path}`, id, summary]),
    );
    for (const [index, { published, headings }] of posts.entries()) {
      const item = items[index];
      expect(Date.parse(item?.pubDate ?? "")).toBe(Date.parse(published));
      for (const { id } of headings) expect(item?.["content:encoded"]).toContain(`id="${id}"`);
    }
  });

  test("leads nowhere but to whole addresses", async () => {
    const html = (await rss()).rss.channel.item.map((item) => item["content:encoded"]).join("\n");
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => link?.startsWith("https://") !== true)).toEqual([]);
  });

  test("keeps its guids when the site moves, and leads to where it was asked", async () => {
    const here = (await rss()).rss.channel.item;
    const there = parser.parse(await (await ask("/blog/feed.xml", {}, local)).text());
    const items = z
      .array(z.looseObject({ guid: z.looseObject({ "#text": z.string() }), link: z.string() }))
      .parse(there.rss.channel.item);
    expect(items.map(({ guid }) => guid["#text"])).toEqual(here.map(({ guid }) => guid["#text"]));
    expect(items.every(({ link }) => link.startsWith(`${local.url}/blog/`))).toBe(true);
  });
});

test("GET /blog/atom.xml is Atom with the same posts", async () => {
  const text = await (await ask("/blog/atom.xml")).text();
  expect(XMLValidator.validate(text)).toBe(true);
  const { feed } = Atom.parse(parser.parse(text));
  expect(feed.link).toContainEqual({ "@rel": "self", "@href": `${publicUrl}/blog/atom.xml` });
  expect(feed.entry.map(({ id, title, link }) => [id, title["#text"], link["@href"]])).toEqual(
    posts.map(({ id, title, path }) => [id, title, `${publicUrl}${path}`]),
  );
});

test("GET /blog/feed.json is JSON Feed 1.1 with the same posts", async () => {
  const feed = JsonFeed.parse(await (await ask("/blog/feed.json")).json());
  expect(feed.feed_url).toBe(`${publicUrl}/blog/feed.json`);
  expect(feed.items.map(({ id, url }) => [id, url])).toEqual(posts.map(({ id, path }) => [id, `${publicUrl}${path}`]));
});

/** As a feed reader has them. */
function idsIn(text: string): readonly (string | undefined)[] | undefined {
  const read = parseFeed(text);
  switch (read.format) {
    case "rss":
      return read.feed.items?.map(({ guid }) => guid?.value);
    case "atom":
      return read.feed.entries?.map(({ id }) => id);
    case "json":
      return read.feed.items?.map(({ id }) => id);
    default:
      throw new Error(`a feed of the kind ${read.format}`);
  }
}

test.each(paths)("a feed reader finds every post in %s, once and in order", async (path) => {
  expect(idsIn(await (await ask(path)).text())).toEqual(posts.map(({ id }) => id));
});

describe.each(paths)("%s", (path) => {
  const types = {
    "/blog/feed.xml": "application/rss+xml; charset=utf-8",
    "/blog/atom.xml": "application/atom+xml; charset=utf-8",
    "/blog/feed.json": "application/feed+json; charset=utf-8",
  };

  test("says what it is, when it changed, and needs no key", async () => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(types[path]);
    expect(answer.headers.get("cache-control")).toBe("public, no-cache");
    const newest = Math.max(...posts.map(({ updated }) => Date.parse(updated)));
    expect(Date.parse(answer.headers.get("last-modified") ?? "")).toBe(newest);
    expect(answer.headers.get("etag")).toMatch(/^(?:W\/)?"[0-9a-f]{32}"$/);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test("answers 304, without a body, to whoever has it by tag or by date", async () => {
    const first = await ask(path);
    const tag = first.headers.get("etag") ?? "";
    const date = first.headers.get("last-modified") ?? "";
    for (const headers of [
      { "if-none-match": tag },
      { "if-none-match": `"other", ${tag}` },
      { "if-none-match": tag.replace(/^W\//, "") },
      { "if-none-match": "*" },
      { "if-modified-since": date },
      { "if-modified-since": new Date(Date.parse(date) + 60_000).toUTCString() },
    ]) {
      const answer = await ask(path, headers);
      expect([answer.status, await answer.text()], JSON.stringify(headers)).toEqual([304, ""]);
      expect((answer.headers.get("etag") ?? "").replace(/^W\//, "")).toBe(tag.replace(/^W\//, ""));
    }
  });

  test("answers in full to whoever has something else; a tag counts before a date", async () => {
    const date = (await ask(path)).headers.get("last-modified") ?? "";
    for (const headers of [
      { "if-none-match": '"other"' },
      { "if-none-match": '"other"', "if-modified-since": date },
      { "if-modified-since": new Date(Date.parse(date) - 1000).toUTCString() },
      { "if-modified-since": "yesterday" },
    ])
      expect((await ask(path, headers)).status, JSON.stringify(headers)).toBe(200);
  });

  test("is the same bytes each time, and answers HEAD as GET", async () => {
    const [one, two] = await Promise.all([ask(path), ask(path)]);
    expect(await one.text()).toBe(await two.text());
    const head = await fetch(`${known.url}${path}`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, types[path]]);
    expect((await fetch(`${known.url}${path}`, { method: "POST" })).status).toBe(405);
  });
});

test("what a post says is escaped, also what would end the piece that holds it", () => {
  const [post] = posts;
  if (post === undefined) throw new Error("there is no post");
  const odd = {
    ...post,
    title: "A & B < C ]]> D",
    summary: "]]><script>",
    blocks: [{ kind: "code", language: "sh", code: "a ]]> b && c < d" }] as const,
  };
  const text = writeFeeds([odd], publicUrl).rss;
  expect(XMLValidator.validate(text)).toBe(true);
  const [item] = z
    .array(z.looseObject({ title: z.string(), description: z.string(), "content:encoded": z.string() }))
    .parse(parser.parse(text).rss.channel.item);
  expect(item).toMatchObject({ title: "A & B < C ]]> D", description: "]]><script>" });
  expect(item?.["content:encoded"]).toContain("a ]]&gt; b &amp;&amp; c &lt; d");
});
