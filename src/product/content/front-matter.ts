import { parse } from "yaml";
import { z } from "zod";

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

const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be a slug such as read-a-report");
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
  related: z.array(slug).min(1).max(5),
  /** Other words for a part, by anchor; `lead` before the first. Searched, never shown. */
  asks: z.record(z.union([z.literal("lead"), slug]), z.array(line(90)).min(1)),
  /** `says` stands word for word under `at` and answers each wording in `to`. */
  answers: z
    .array(z.strictObject({ at: z.union([z.literal("lead"), slug]), says: line(300), to: z.array(line(120)).min(3) }))
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
  related: z.array(slug).max(5),
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
export function readArticle(text: string, file: string): { readonly matter: ArticleMatter; readonly body: string } {
  const { matter, body } = split(text, file);
  return { matter: checked(ArticleMatter, matter, file), body };
}

/** @throws ContentFault */
export function readPost(text: string, file: string): { readonly matter: PostMatter; readonly body: string } {
  const { matter, body } = split(text, file);
  return { matter: checked(PostMatter, matter, file), body };
}
