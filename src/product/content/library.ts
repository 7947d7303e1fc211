import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { fillFacts } from "./facts.ts";
import { type Parsed, parseMarkdown } from "./markdown.ts";

/** Where an article stands in the help centre; the order is the reader's. */
export const Section = z.enum(["start", "ratings", "signals", "money", "account", "api", "hosting", "operations"]);
export type Section = z.infer<typeof Section>;

export interface SectionTerms {
  readonly title: string;
  /** For whom it is, one line. */
  readonly about: string;
  /** Operators read other sections than users. */
  readonly reader: "user" | "operator";
}

export const sections = {
  start: { title: "Start here", about: "What Conclave does, and your first analysis.", reader: "user" },
  ratings: { title: "Ratings and reports", about: "What a rating means and what it is based on.", reader: "user" },
  signals: { title: "Signals", about: "Ratings on a schedule, and how they turned out.", reader: "user" },
  money: { title: "Plans and money", about: "Prices, balance, deposits, refunds and referrals.", reader: "user" },
  account: { title: "Account and security", about: "Sign in and protect your account.", reader: "user" },
  api: { title: "API", about: "Start and read analyses from your programs.", reader: "user" },
  hosting: { title: "Run it yourself", about: "Set up your own server.", reader: "operator" },
  operations: { title: "Operations", about: "Keep your server running.", reader: "operator" },
} as const satisfies Record<Section, SectionTerms>;

const slugText = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be a slug such as read-a-report");
const line = (most: number) =>
  z
    .string()
    .min(3)
    .max(most)
    .regex(/^[^\r\n]+$/, "must be one line");

const ArticleMatter = z.strictObject({
  title: line(70),
  /** One or two sentences: for lists, search engines and feeds. */
  summary: line(200),
  section: Section,
  /** Within its section. */
  order: z.int().positive(),
  updated: z.iso.date(),
  related: z.array(slugText).min(1).max(5),
  /** Other words for a part, by anchor; `lead` before the first. Searched, never shown. */
  asks: z.record(z.union([z.literal("lead"), slugText]), z.array(line(90)).min(1)),
  /** `says` stands word for word under `at` and answers each wording in `to`. */
  answers: z
    .array(
      z.strictObject({ at: z.union([z.literal("lead"), slugText]), says: line(300), to: z.array(line(120)).min(3) }),
    )
    .default([]),
});
export type ArticleMatter = z.infer<typeof ArticleMatter>;

const PostMatter = z.strictObject({
  title: line(80),
  summary: line(220),
  /** Must never change: feed readers recognise the post by it. */
  id: z.string().regex(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  published: z.iso.datetime(),
  updated: z.iso.datetime(),
  tags: z.array(z.string().min(2).max(30)).min(1).max(5),
  related: z.array(slugText).max(5),
});
export type PostMatter = z.infer<typeof PostMatter>;

/** Which file, and what is wrong. */
export class ContentFault extends Error {}

export interface Split {
  readonly matter: unknown;
  readonly body: string;
}

/** @throws ContentFault without YAML between `---` */
function split(text: string, file: string): Split {
  const read = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll("\r\n", "\n"));
  const [, head, body] = read ?? [];
  if (head === undefined || body === undefined) throw new ContentFault(`${file}: it does not begin with front matter`);
  return { matter: parse(head), body };
}

function checked<T>(schema: z.ZodType<T>, matter: unknown, file: string): T {
  const read = schema.safeParse(matter);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  throw new ContentFault(`${file}: ${faults.join("; ")}`);
}

/** @throws ContentFault */
function readArticle(text: string, file: string): { readonly matter: ArticleMatter; readonly body: string } {
  const { matter, body } = split(text, file);
  return { matter: checked(ArticleMatter, matter, file), body };
}

/** @throws ContentFault */
function readPost(text: string, file: string): { readonly matter: PostMatter; readonly body: string } {
  const { matter, body } = split(text, file);
  return { matter: checked(PostMatter, matter, file), body };
}

interface Text extends Parsed {
  readonly slug: string;
  /** On this site. */
  readonly path: string;
  /** Whole minutes, at 200 words a minute. */
  readonly minutes: number;
  /** The markdown with its placeholders filled in. */
  readonly markdown: string;
}

/** An article of the help centre. */
export interface Article extends Text, ArticleMatter {
  readonly kind: "help";
}

/** A post of the blog. */
export interface Post extends Text, PostMatter {
  readonly kind: "blog";
}

export type ContentDocument = Article | Post;

const wordsPerMinute = 200;
/** The project's folder, wherever this file was bundled to. */
const usualFolder = join(dirname(fileURLToPath(import.meta.url)), "../../../content");

let articles: readonly Article[] | null = null;
let posts: readonly Post[] | null = null;

/** In the help centre's order, read once. @throws ContentFault, UnknownFact */
export function loadArticles(): readonly Article[] {
  return (articles ??= readArticles(join(usualFolder, "help")));
}

/** Every post, newest first. Read once for a process. @throws ContentFault, UnknownFact */
export function loadPosts(): readonly Post[] {
  return (posts ??= readPosts(join(usualFolder, "blog")));
}

/** Articles of a folder. @throws ContentFault, UnknownFact */
export function readArticles(folder: string): readonly Article[] {
  const order = Object.keys(sections);
  const read = textsIn(folder).map(({ slug, file, text }): Article => {
    const { matter, body } = readArticle(text, file);
    const article = { ...matter, ...finished({ slug, path: `/help/${slug}`, markdown: body, file }) };
    const places = new Set(article.chapters.map(({ heading }) => heading?.id ?? "lead"));
    const nowhere = Object.keys(matter.asks).filter((place) => !places.has(place));
    if (nowhere.length > 0) throw new ContentFault(`${file}: asks of ${nowhere.join(", ")}, which it does not have`);
    for (const { at, says } of matter.answers)
      if (!article.chapters.some((chapter) => (chapter.heading?.id ?? "lead") === at && chapter.text.includes(says)))
        throw new ContentFault(`${file}: "${says}" does not stand under ${at}`);
    return { kind: "help", ...article };
  });
  return read.toSorted(
    (a, b) => order.indexOf(a.section) - order.indexOf(b.section) || a.order - b.order || (a.slug < b.slug ? -1 : 1),
  );
}

/** Posts of a folder. @throws ContentFault, UnknownFact */
export function readPosts(folder: string): readonly Post[] {
  const read = textsIn(folder).map(({ slug, file, text }): Post => {
    const { matter, body } = readPost(text, file);
    return { kind: "blog", ...matter, ...finished({ slug, path: `/blog/${slug}`, markdown: body, file }) };
  });
  return read.toSorted((a, b) => Date.parse(b.published) - Date.parse(a.published));
}

/** The folder's texts with their placeholders filled in. */
function textsIn(folder: string): { slug: string; file: string; text: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((file) => ({
      slug: file.slice(0, -3),
      file,
      text: fillFacts(readFileSync(join(folder, file), "utf8"), file, measuredFigures()),
    }));
}

function finished(given: { slug: string; path: string; markdown: string; file: string }): Text {
  const { slug, path, markdown, file } = given;
  const parsed = parseMarkdown(markdown);
  if (parsed.chapters.length === 0) throw new ContentFault(`${file}: it is empty`);
  const words = parsed.chapters.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
  return { slug, path, markdown, minutes: Math.max(1, Math.ceil(words / wordsPerMinute)), ...parsed };
}

/** With command and day; texts type none of them. */
const Figures = z.record(
  z.string(),
  z.strictObject({
    how: z.string().min(20),
    at: z.iso.date(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
);

let measured: ReadonlyMap<string, string> | null = null;

/** `{{measured.chain.ratio}}` is the value `ratio` of the record `chain` in content/figures.json. */
function measuredFigures(): ReadonlyMap<string, string> {
  if (measured !== null) return measured;
  const records = Figures.parse(JSON.parse(readFileSync(join(usualFolder, "figures.json"), "utf8")));
  measured = new Map(
    Object.entries(records).flatMap(([record, { values }]) =>
      Object.entries(values).map(([name, value]): [string, string] => [
        `measured.${record}.${name}`,
        typeof value === "number" ? value.toLocaleString("en-US") : value,
      ]),
    ),
  );
  return measured;
}

/** An article with what stands around it; `null` when there is none of that name. */
export function findArticle(slug: string) {
  return around(loadArticles(), slug);
}

/** A post; `previous` is the older one. */
export function findPost(slug: string) {
  return around(loadPosts().toReversed(), slug);
}

function around<T extends Article | Post>(all: readonly T[], slug: string) {
  const at = all.findIndex((one) => one.slug === slug);
  const document = all[at];
  if (document === undefined) return null;
  const related = document.related.flatMap((name) => all.find((one) => one.slug === name) ?? []);
  return { document, previous: all[at - 1], next: all[at + 1], related };
}
