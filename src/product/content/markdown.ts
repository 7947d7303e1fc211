import MarkdownIt, { type Token } from "markdown-it";

/** Prose, code to copy, or a figure. */
export type Block =
  | { readonly kind: "prose"; readonly html: string }
  | { readonly kind: "code"; readonly language: string; readonly code: string }
  | Figure;

export interface Heading {
  readonly level: 2 | 3;
  readonly text: string;
  /** The anchor. */
  readonly id: string;
}

/** `null` before the first heading. */
export interface Chapter {
  readonly heading: Heading | null;
  /** Plain text: a line for each paragraph, list item and row. */
  readonly text: string;
}

export interface Parsed {
  readonly headings: readonly Heading[];
  readonly blocks: readonly Block[];
  readonly chapters: readonly Chapter[];
  /** Where the text leads, as written. */
  readonly links: readonly string[];
}

// Markup stays out, so that nobody has to remember it.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.renderer.rules["table_open"] = () =>
  '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n';
markdown.renderer.rules["table_close"] = () => "</table></div>\n";

/** @param text filled in, with headings `##` and `###` */
export function parseMarkdown(text: string): Parsed {
  const tokens = markdown.parse(text, {});
  const headings = nameHeadings(tokens);
  return { headings, blocks: blocksOf(tokens), chapters: chaptersOf(tokens, headings), links: linksOf(tokens) };
}

/** As one piece of HTML, for feeds. */
export function htmlOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === "prose") return block.html;
      return block.kind === "code" ? `<pre><code>${escapeHtml(block.code)}</code></pre>\n` : tableOf(block);
    })
    .join("");
}

/** A figure as plain rows, for feed readers, which drop styles. */
function tableOf(figure: Figure): string {
  const [caption = "", ...rows] = textOfFigure(figure).split("\n").map(escapeHtml);
  return `<figure><ul>${rows.map((row) => `<li>${row}</li>`).join("")}</ul><figcaption>${caption}</figcaption></figure>\n`;
}

/** Prose with a link to itself behind each heading. */
export function withAnchors(html: string): string {
  return html.replaceAll(
    /<h([23]) id="([^"]+)">(.*?)<\/h\1>/g,
    (_whole, level: string, id: string, inner: string) =>
      `<h${level} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${level}>`,
  );
}

function escapeHtml(text: string): string {
  return markdown.utils.escapeHtml(text);
}

/** Gives each heading its anchor, in the tokens as well. */
function nameHeadings(tokens: readonly Token[]): Heading[] {
  const taken = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const text = plain(tokens[index + 1]);
    const base =
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
        .replaceAll(/^-|-$/g, "") || "section";
    const before = taken.get(base) ?? 0;
    taken.set(base, before + 1);
    const id = before === 0 ? base : `${base}-${before + 1}`;
    token.attrSet("id", id);
    return [{ level: token.tag === "h3" ? 3 : 2, text, id }];
  });
}

/** A test allows code only at the top level. */
function blocksOf(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = [];
  let prose: Token[] = [];
  const close = (): void => {
    if (prose.length > 0) blocks.push({ kind: "prose", html: markdown.renderer.render(prose, markdown.options, {}) });
    prose = [];
  };
  for (const token of tokens) {
    if (token.type !== "fence" || token.level > 0) {
      prose.push(token);
      continue;
    }
    close();
    const language = token.info.trim();
    blocks.push(
      readFigure(language, token.content) ?? { kind: "code", language, code: token.content.replace(/\n$/, "") },
    );
  }
  close();
  return blocks;
}

function chaptersOf(tokens: readonly Token[], headings: readonly Heading[]): Chapter[] {
  const chapters: { heading: Heading | null; lines: string[] }[] = [{ heading: null, lines: [] }];
  let next = 0;
  let cells: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const current = chapters.at(-1)?.lines ?? [];
    if (token.type === "heading_open") chapters.push({ heading: headings[next++] ?? null, lines: [] });
    else if (token.type === "fence") current.push(textOfFence(token));
    else if (token.type === "tr_open") cells = [];
    else if (token.type === "tr_close") current.push(cells.join(" | "));
    else if (token.type === "inline") {
      const before = tokens[index - 1]?.type;
      if (before === "heading_open") continue;
      if (before === "td_open" || before === "th_open") cells.push(plain(token));
      else current.push(plain(token));
    }
  }
  return chapters
    .map(({ heading, lines }) => ({ heading, text: lines.join("\n") }))
    .filter(({ heading, text }) => heading !== null || text !== "");
}

function textOfFence({ info, content }: Token): string {
  const figure = readFigure(info.trim(), content);
  return figure === null ? content.trimEnd() : textOfFigure(figure);
}

function linksOf(tokens: readonly Token[]): string[] {
  return tokens
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => (token.type === "link_open" ? [String(token.attrGet("href") ?? "")] : []));
}

function plain(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === "softbreak" || type === "hardbreak" ? " " : type === "image" ? "" : content))
    .join("");
}

/*
 * Data in a fence, so that it is filled in and searched. `figure bars` compares values, `figure steps` shows what waits
 * for what.
 */

export interface Bar {
  readonly label: string;
  /** As it is printed. */
  readonly text: string;
  readonly value: number;
}

export interface Step {
  readonly label: string;
  /** What happens at the same time. */
  readonly parts: readonly string[];
}

export type Figure =
  | { readonly kind: "figure"; readonly form: "bars"; readonly caption: string; readonly bars: readonly Bar[] }
  | { readonly kind: "figure"; readonly form: "steps"; readonly caption: string; readonly steps: readonly Step[] };

const opening = /^figure (bars|steps): (.+)$/;

/**
 * @param info `figure bars: CAPTION` or `figure steps: CAPTION`
 * @param content `LABEL | VALUE`, or `LABEL | PART, PART`
 * @returns `null` for no figure
 * @throws Error for a row that cannot be drawn
 */
function readFigure(info: string, content: string): Figure | null {
  const [, form, caption = ""] = opening.exec(info) ?? [];
  if (form === undefined) return null;
  const rows = content.trim().split("\n");
  return form === "bars"
    ? { kind: "figure", form, caption, bars: rows.map(readBar) }
    : { kind: "figure", form: "steps", caption, steps: rows.map(readStep) };
}

function cellsOf(row: string): readonly [string, string] {
  const [label, text, more] = row.split("|").map((cell) => cell.trim());
  if (label === undefined || label === "" || text === undefined || text === "" || more !== undefined)
    throw new Error(`a row of a figure is a label, a bar and a value, and not "${row}"`);
  return [label, text];
}

function readBar(row: string): Bar {
  const [label, text] = cellsOf(row);
  const value = Number(/[-−]?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replace("−", "-").replaceAll(",", ""));
  if (!Number.isFinite(value)) throw new Error(`a bar needs a value, and not "${text}"`);
  return { label, text, value };
}

function readStep(row: string): Step {
  const [label, parts] = cellsOf(row);
  return { label, parts: parts.split(",").map((part) => part.trim()) };
}

/** A figure as text, a line per row. */
function textOfFigure(figure: Figure): string {
  const rows =
    figure.form === "bars"
      ? figure.bars.map(({ label, text }) => `${label}: ${text}`)
      : figure.steps.map(({ label, parts }) => `${label}: ${parts.join(", ")}`);
  return [figure.caption, ...rows].join("\n");
}
