import MarkdownIt from "markdown-it";
import { raw } from "hono/html";
import type { AgentTurn } from "#src/contract/run.ts";
import { markEnd, markStart, withMarks } from "./marked-text.ts";

/*
 * Agents write markdown, and some of what they write may come from strangers. No raw HTML, no links and no
 * pictures: a report loads nothing and leads nowhere but to its own evidence.
 */
const markdown = new MarkdownIt({ html: false, linkify: false }).disable(["link", "autolink", "image"]);

/** A turn's prose as HTML: unsupported numbers marked, cited evidence linked to its row. */
export function renderProse(turn: AgentTurn, known: ReadonlySet<string>): ReturnType<typeof raw> {
  const rendered = markdown
    .render(withMarks(turn.text, turn.grounding))
    .replaceAll(markStart, '<mark title="rests on no evidence">')
    .replaceAll(markEnd, "</mark>")
    .replaceAll(/\[((?:[MSNFD]\d{1,4})(?:[,;] ?[MSNFD]\d{1,4})*)\]/g, (_whole, ids: string) => `[${ids.replaceAll(/[MSNFD]\d{1,4}/g, (id) => linked(id, known))}]`);
  return raw(rendered);
}

function linked(id: string, known: ReadonlySet<string>): string {
  return known.has(id) ? `<a href="#${id}">${id}</a>` : `<mark title="there is no such evidence">${id}</mark>`;
}
