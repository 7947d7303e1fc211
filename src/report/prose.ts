import { raw } from "hono/html";
import MarkdownIt, { type RendererRule } from "markdown-it";
import type { AgentTurn } from "#src/contract/run.ts";
import { markEnd, markStart, withMarks } from "./marked-text.ts";

type Markup = ReturnType<typeof raw>;

/** Renders what agents wrote, for one page. */
export interface Prose {
  /** A turn's text: unsupported numbers marked, cited evidence linked to its row. */
  readonly text: (turn: AgentTurn) => Markup;
  /** The claim of one of its points, with the evidence it names. */
  readonly claim: (turn: AgentTurn, point: number) => Markup;
  /** A line whose numbers were not looked at. */
  readonly line: (text: string) => Markup;
}

/**
 * Agents write markdown, and some of what they write may come from strangers. No raw HTML, no links and no pictures: a
 * page loads nothing and leads nowhere but to its own evidence.
 * @param known the ids of the evidence there is
 */
export function createProse(known: ReadonlySet<string>): Prose {
  const { markdown, start } = createMarkdown(known);
  const inline = (text: string): Markup => {
    start();
    return raw(markdown.renderInline(text));
  };
  return {
    text({ text, grounding }) {
      start();
      const rendered = markdown.render(withMarks(text, grounding, null));
      return raw(rendered.replaceAll("<table>", '<div class="wide"><table>').replaceAll("</table>", "</table></div>"));
    },
    claim({ points, grounding }, point) {
      const { claim = "", evidence = [] } = points[point] ?? {};
      const unsaid = evidence.filter((id) => /^[MSNFD]\d{1,4}$/.test(id) && !claim.includes(id));
      return inline(`${withMarks(claim, grounding, point)}${unsaid.length === 0 ? "" : ` [${unsaid.join(", ")}]`}`);
    },
    line: (text) => inline(text.replaceAll(/[\uE000\uE001]/g, " ")),
  };
}

/** @returns `start` forgets a mark that the last text left open */
function createMarkdown(known: ReadonlySet<string>): { markdown: InstanceType<typeof MarkdownIt>; start: () => void } {
  // Reference definitions are off too: they would swallow a line such as "[M3]: 12.5".
  const markdown = new MarkdownIt({ html: false, linkify: false }).disable(["link", "autolink", "image", "reference"]);
  let marked = false;
  /** One node's text, escaped. A mark that goes on into the next node is closed and opened again, so that tags nest. */
  const marks = (text: string): string => {
    const escaped = citationsLinked(markdown.utils.escapeHtml(text), known);
    const before = marked;
    marked = escaped.lastIndexOf(markStart) > escaped.lastIndexOf(markEnd) || (before && !escaped.includes(markEnd));
    return `${before ? open : ""}${escaped.replaceAll(markStart, open).replaceAll(markEnd, "</mark>")}${marked ? "</mark>" : ""}`;
  };
  const code = (text = ""): string => `<pre><code>${marks(text)}</code></pre>\n`;
  Object.assign(markdown.renderer.rules, {
    text: (tokens, index) => marks(tokens[index]?.content ?? ""),
    code_inline: (tokens, index) => `<code>${marks(tokens[index]?.content ?? "")}</code>`,
    code_block: (tokens, index) => code(tokens[index]?.content),
    // The word after the fence is dropped: nothing here colours code, and it would stand in an attribute.
    fence: (tokens, index) => code(tokens[index]?.content),
    // The page's own headings end at h3.
    heading_open: (tokens, index) => `<h${below(tokens[index]?.tag)}>`,
    heading_close: (tokens, index) => `</h${below(tokens[index]?.tag)}>\n`,
  } satisfies Record<string, RendererRule>);
  return {
    markdown,
    start: () => {
      marked = false;
    },
  };
}

function below(tag = "h1"): number {
  return Math.min(6, Number(tag.slice(1)) + 3);
}

const open = '<mark title="rests on no evidence">';

function citationsLinked(escaped: string, known: ReadonlySet<string>): string {
  return escaped.replaceAll(/\[([MSNFD]\d{1,4}(?:[,;] ?[MSNFD]\d{1,4})*)\]/g, (_whole, ids: string) => {
    const linked = ids.replaceAll(/[MSNFD]\d{1,4}/g, (id) =>
      known.has(id) ? `<a href="#${id}">${id}</a>` : `<mark title="there is no such evidence">${id}</mark>`,
    );
    return `[${linked}]`;
  });
}
