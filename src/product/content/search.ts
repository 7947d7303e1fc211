import type { Passage } from "#src/contract/jobs/assistant.ts";
import { type Article, type ContentDocument, loadArticles } from "./library.ts";
import MiniSearch from "minisearch";

/** By headings; the first begins with the summary. */
export function passagesOf(document: ContentDocument): readonly Passage[] {
  const { kind, slug, title, summary, path, chapters } = document;
  const asksAt = (place: string): string[] =>
    kind === "help"
      ? [...(document.asks[place] ?? []), ...document.answers.flatMap(({ at, to }) => (at === place ? to : []))]
      : [];
  return chapters.flatMap(({ heading, text }) => {
    const whole = heading === null ? `${summary}\n${text}` : text;
    if (whole === "") return [];
    const anchor = heading === null ? "" : `#${heading.id}`;
    return [
      {
        id: `${kind}/${slug}${anchor}`,
        source: kind,
        url: `${path}${anchor}`,
        title,
        heading: heading?.text ?? null,
        text: whole,
        asks: asksAt(heading?.id ?? "lead"),
      },
    ];
  });
}

export interface Hit {
  readonly article: Article;
  /** The passage that fits best. */
  readonly passage: Passage;
  /** An excerpt around the first word that was found. */
  readonly excerpt: string;
}

const shownHits = 12;
const excerptLength = 180;

type Indexed = Omit<Passage, "asks"> & { readonly asks: string };
let index: MiniSearch<Indexed> | null = null;

/** Articles that match the words of a query, best first, each once. */
export function searchArticles(query: string): readonly Hit[] {
  const articles = loadArticles();
  const found = articles.flatMap((article) => passagesOf(article).map((passage) => ({ article, passage })));
  const places = new Map(found.map((place) => [place.passage.id, place]));
  index ??= indexOf(found.map(({ passage }) => ({ ...passage, asks: passage.asks.join("\n") })));
  const hits = new Map<string, Hit>();
  for (const { id, match } of index.search(query.slice(0, 200))) {
    const place = places.get(String(id));
    if (place === undefined || hits.has(place.article.slug)) continue;
    const { article, passage } = place;
    hits.set(article.slug, { article, passage, excerpt: excerptOf(passage.text, Object.keys(match)) });
    if (hits.size === shownHits) break;
  }
  return [...hits.values()];
}

function indexOf(passages: readonly Indexed[]): MiniSearch<Indexed> {
  const made = new MiniSearch<Indexed>({
    fields: ["title", "heading", "asks", "text"],
    searchOptions: {
      boost: { title: 4, heading: 2, asks: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
    },
  });
  made.addAll(passages);
  return made;
}

function excerptOf(text: string, terms: readonly string[]): string {
  const plain = text.replaceAll(/\s+/g, " ");
  const places = terms.map((term) => plain.toLowerCase().indexOf(term)).filter((place) => place >= 0);
  const start = plain.lastIndexOf(" ", Math.max(0, Math.min(...places, plain.length) - 60)) + 1;
  const from = places.length === 0 ? 0 : start;
  const cut = plain.slice(from, from + excerptLength);
  const whole = from + excerptLength >= plain.length;
  return `${from > 0 ? "… " : ""}${whole ? cut : `${cut.slice(0, cut.lastIndexOf(" "))} …`}`;
}
