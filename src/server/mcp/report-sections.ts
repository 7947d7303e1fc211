/** A part of a report under one heading. */
export interface Section {
  readonly name: string;
  /** The parent section; `null` at the top. */
  readonly within: string | null;
  readonly text: string;
}

export const firstSection = "Summary";

/** Lead, sections, and each agent's words; agents' own headings stand deeper. */
export function sectionsOf(markdown: string): { readonly title: string; readonly sections: readonly Section[] } {
  const [head = "", ...lines] = markdown.split("\n");
  const sections: { name: string; within: string | null; lines: string[] }[] = [
    { name: firstSection, within: null, lines: [] },
  ];
  let top: string | null = null;
  for (const line of lines) {
    const heading = /^(##|###) (.+)$/.exec(line);
    if (heading === null) sections.at(-1)?.lines.push(line);
    else {
      const [, level, name = ""] = heading;
      if (level === "##") top = name;
      sections.push({ name: name.replace(/ ⚠.*$/, ""), within: level === "##" ? null : top, lines: [] });
    }
  }
  return {
    title: head.replace(/^# /, ""),
    sections: sections.map(({ lines: own, ...rest }) => ({ ...rest, text: own.join("\n").trim() })),
  };
}

/** A section by its name, with its parts. */
export function textOf(sections: readonly Section[], name: string): string | null {
  const wanted = name.trim().toLowerCase();
  const found = sections.find((section) => section.name.toLowerCase() === wanted);
  if (found === undefined) return null;
  if (found.within !== null) return found.text;
  const parts = sections.filter(({ within }) => within === found.name);
  return [found.text, ...parts.map((part) => `### ${part.name}\n\n${part.text}`)]
    .filter((text) => text !== "")
    .join("\n\n");
}
