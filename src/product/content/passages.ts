import type { Passage } from "#src/contract/jobs/assistant.ts";
import type { ContentDocument } from "./library.ts";

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
