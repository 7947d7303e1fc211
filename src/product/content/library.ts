import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { fillFacts } from "./facts.ts";
import { ContentFault, readArticle, readPost, sections, type ArticleMatter, type PostMatter } from "./front-matter.ts";
import { parseMarkdown, type Parsed } from "./markdown.ts";

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
