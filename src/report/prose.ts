import { raw } from "hono/html";
import MarkdownIt, { type RendererRule } from "markdown-it";
import type { GroundedNumber, Grounding } from "#src/contract/judgement.ts";
import type { AgentTurn, Reports } from "#src/contract/run.ts";
import { claimPart, indexOf, markEnd, opening, prosePart, withMarks } from "./marked-text.ts";
import { thesisMarked } from "./thesis.ts";

type Markup = ReturnType<typeof raw>;

/** Renders what agents wrote, for one page. */
export interface Prose {
  /** A turn's text: flagged numbers and words marked, cited evidence linked to its row. */
  readonly text: (turn: AgentTurn) => Markup;
  /** The claim of one of its points, with the evidence it names. */
  readonly claim: (turn: AgentTurn, point: number) => Markup;
  /** The thesis of a run that has one. */
  readonly thesis: (reports: Reports) => Markup;
  /** A line whose numbers were not looked at. */
  readonly line: (text: string) => Markup;
}

/**
 * Agents write markdown, and some of what they write may come from strangers. No raw HTML, no links and no pictures: a
 * page loads nothing and leads nowhere but to its own evidence.
 * @param known the ids of the evidence there is
 * @param linked numbers that rest on something become links to it, which a script may show in place
 */
export function createProse(known: ReadonlySet<string>, linked = false): Prose {
  const { markdown, start } = createMarkdown(known);
  const inline = (text: string, grounding: Grounding | null): Markup => {
    start(grounding);
    return raw(markdown.renderInline(text));
  };
  return {
    text({ text, grounding }) {
      start(grounding);
      const rendered = markdown.render(withMarks(text, grounding, prosePart, linked));
      return raw(rendered.replaceAll("<table>", '<div class="wide"><table>').replaceAll("</table>", "</table></div>"));
    },
    claim({ points, grounding }, point) {
      const { claim = "", evidence = [] } = points[point] ?? {};
      const unsaid = evidence.filter((id) => /^[MSNFD]\d{1,4}$/.test(id) && !claim.includes(id));
      const named = unsaid.length === 0 ? "" : ` [${unsaid.join(", ")}]`;
      return inline(`${withMarks(claim, grounding, claimPart(point), linked)}${named}`, grounding);
    },
    thesis(reports) {
      const { text, grounding } = thesisMarked(reports, linked);
      return inline(text, grounding);
    },
    line: (text) => inline(text.replaceAll(/[\uE000-\uE019]/g, " "), null),
  };
}

interface Rendering {
  readonly markdown: InstanceType<typeof MarkdownIt>;
  /** Before each text: whose numbers its marks name; a mark that the last text left open is forgotten. */
  readonly start: (grounding: Grounding | null) => void;
}

function createMarkdown(known: ReadonlySet<string>): Rendering {
  // Reference definitions are off too: they would swallow a line such as "[M3]: 12.5".
  const markdown = new MarkdownIt({ html: false, linkify: false }).disable(["link", "autolink", "image", "reference"]);
  let numbers: readonly GroundedNumber[] = [];
  let open: Tag | null = null;
  /** One node's text, escaped. A mark that goes on into the next node is closed and opened again, so that tags nest. */
  const marks = (text: string): string => {
    const before = open?.start ?? "";
    const body = citationsLinked(markdown.utils.escapeHtml(text), known)
      .split(markEnd)
      .map((part, index, parts) => {
        const tagged = part.replace(opening, (_mark, digits: string | undefined) => {
          open = digits === undefined ? unsupported : tagOf(numbers[indexOf(digits)], known, markdown.utils.escapeHtml);
          return open.start;
        });
        if (index === parts.length - 1) return tagged;
        const end = open?.end ?? "";
        open = null;
        return `${tagged}${end}`;
      })
      .join("");
    return `${before}${body}${open?.end ?? ""}`;
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
    start: (grounding) => {
      numbers = grounding?.numbers ?? [];
      open = null;
    },
  };
}

function below(tag = "h1"): number {
  return Math.min(6, Number(tag.slice(1)) + 3);
}

interface Tag {
  readonly start: string;
  readonly end: string;
}

const unsupported: Tag = { start: '<mark title="does not hold against the evidence">', end: "</mark>" };
const none: Tag = { start: "", end: "" };

/** A link to the first evidence that a number rests on, which names all of it; an agent's own figure says so. */
function tagOf(number: GroundedNumber | undefined, known: ReadonlySet<string>, escape: (text: string) => string): Tag {
  if (number === undefined) return none;
  const ids = number.evidence.filter((id) => known.has(id));
  const basis = number.basis === null ? "" : ` data-basis="${escape(number.basis)}"`;
  const [first] = ids;
  if (first === undefined)
    return number.verdict === "proposal" ? { start: `<span class="own"${basis}>`, end: "</span>" } : none;
  return { start: `<a class="figure" href="#${first}" data-evidence="${ids.join(" ")}"${basis}>`, end: "</a>" };
}

function citationsLinked(escaped: string, known: ReadonlySet<string>): string {
  return escaped.replaceAll(/\[([MSNFD]\d{1,4}(?:[,;] ?[MSNFD]\d{1,4})*)\]/g, (_whole, ids: string) => {
    const linked = ids.replaceAll(/[MSNFD]\d{1,4}/g, (id) =>
      known.has(id) ? `<a href="#${id}">${id}</a>` : `<mark title="there is no such evidence">${id}</mark>`,
    );
    return `[${linked}]`;
  });
}
