import { fileURLToPath } from "node:url";
import pdfmake from "pdfmake";
import type { Content } from "pdfmake/interfaces.js";
import type { Instant } from "#src/platform/clock.ts";
import { colours, rows, styles } from "./pdf-style.ts";

/*
 * The fonts come from the package. They have Latin, Greek and Cyrillic; what they do not have is drawn as a box.
 */
const font = (name: string): string => fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`));
const fonts = {
  Roboto: { normal: font("Regular"), bold: font("Medium"), italics: font("Italic"), bolditalics: font("MediumItalic") },
};

/** Of the text on A4, in points. */
export const textWidth = 595.28 - 2 * 46;

pdfmake.setFonts(fonts);
pdfmake.setTableLayouts({ rows });
// A document loads nothing: not from the network, and of files only the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts.Roboto).includes(path));

export interface Document {
  readonly title: string;
  readonly madeAt: Instant;
  /** At the foot of each page, before the page's number. */
  readonly footer: string;
  readonly content: Content[];
}

/** A document as PDF, A4. The same document gives the same bytes. Texts must be `printable`. */
export async function printPdf({ title, madeAt, footer, content }: Document): Promise<Uint8Array> {
  const date = new Date(madeAt);
  return pdfmake
    .createPdf({
      pageSize: "A4",
      pageMargins: [46, 46, 46, 54],
      language: "en",
      displayTitle: true,
      info: { title, creator: "Conclave", creationDate: date, modDate: date },
      defaultStyle: { font: "Roboto", fontSize: 9.5, lineHeight: 1.25, color: colours.text },
      styles,
      // A heading never ends a page.
      pageBreakBefore: ({ headlineLevel }, nodes) =>
        headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
      content,
      footer: (page, pages) => ({
        columns: [{ text: footer }, { text: `${page} / ${pages}`, alignment: "right", width: 50 }],
        margin: [46, 18, 46, 0],
        fontSize: 8,
        color: colours.quiet,
      }),
    })
    .getBuffer();
}
