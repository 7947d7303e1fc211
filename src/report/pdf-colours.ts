/** The page's light colours, for paper. */
export const pdfColours = {
  text: "#1c1f23",
  quiet: "#5f6873",
  line: "#d4d9df",
  accent: "#2457c5",
  up: "#1a7f4b",
  down: "#b3342d",
  warn: "#8a5a00",
  warnPage: "#fff4d6",
} as const;
