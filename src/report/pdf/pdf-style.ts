import type { CustomTableLayout, StyleDictionary } from "pdfmake/interfaces.js";

/** The page's light colours, for paper. */
export const colours = {
  text: "#1c1f23",
  quiet: "#5f6873",
  line: "#d4d9df",
  shade: "#eceff3",
  accent: "#2457c5",
  up: "#1a7f4b",
  down: "#b3342d",
  warn: "#8a5a00",
  warnPage: "#fff4d6",
} as const;

export const styles: StyleDictionary = {
  title: { fontSize: 18, bold: true, margin: [0, 0, 0, 4] },
  heading: { fontSize: 11.5, bold: true, margin: [0, 10, 0, 4] },
  stage: { fontSize: 10, bold: true, margin: [0, 8, 0, 0] },
  stageNote: { color: colours.quiet, bold: false, fontSize: 7.5 },
  agent: { fontSize: 9, bold: true, margin: [0, 5, 0, 2] },
  round: { bold: true, color: colours.quiet, margin: [0, 4, 0, 2] },
  plain: { margin: [0, 0, 0, 3] },
  tight: {},
  lead: { fontSize: 9.5, margin: [0, 0, 0, 3] },
  review: { fontSize: 9.5, margin: [0, 0, 0, 3] },
  quiet: { color: colours.quiet, margin: [0, 0, 0, 3] },
  small: { color: colours.quiet, fontSize: 7.5, margin: [0, 0, 0, 3] },
  footer: { color: colours.quiet, fontSize: 7.5, margin: [0, 12, 0, 0] },
  proseHeading: { bold: true, margin: [0, 5, 0, 3] },
  link: { color: colours.accent },
  unsupported: { color: colours.warn, background: colours.warnPage },
  head: { color: colours.quiet, fontSize: 7.5 },
  endnote: { fontSize: 7, margin: [0, 0, 0, 1.5] },
  cell: { fontSize: 7.5 },
};

/** A frame around each cell. */
export const boxes: CustomTableLayout = {
  hLineColor: () => colours.line,
  vLineColor: () => colours.line,
  hLineWidth: () => 0.75,
  vLineWidth: () => 0.75,
};

/** Hair lines between rows, and no others. */
export const rows: CustomTableLayout = {
  hLineWidth: (row, { table }) => (row === 0 || row === table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => colours.line,
  paddingLeft: () => 0,
  paddingRight: (column, { table }) => (column === (table.widths?.length ?? 0) - 1 ? 0 : 8),
  paddingTop: () => 3,
  paddingBottom: () => 3,
};
