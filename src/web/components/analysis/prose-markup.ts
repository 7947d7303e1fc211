/*
 * The markup of agents' prose, made fit for a page among others. It comes from src/report/html.ts, where each `<` of the
 * text's own is escaped.
 */

/** Models begin their headings at any level; whoever hears them read out expects no gap below the page's own h3. */
export function withoutGaps(html: string): string {
  let level = 3;
  return html.replaceAll(/<(\/?)h([4-6])>/g, (_whole, closing: string, wanted: string) => {
    if (closing === "") level = Math.min(Number(wanted), level + 1);
    return `<${closing}h${level}>`;
  });
}

/** A statement is one stop of the Tab key, its first link; arrow keys go on from there (report/evidence-popover.tsx). */
export function withOneStop(html: string): string {
  let links = 0;
  return html.replaceAll("<a ", () => {
    links += 1;
    return links === 1 ? "<a " : '<a tabindex="-1" ';
  });
}
