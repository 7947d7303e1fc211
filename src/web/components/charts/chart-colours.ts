const names = {
  ink: "--color-ink",
  muted: "--color-muted",
  line: "--color-line",
  surface: "--color-surface",
  sunken: "--color-sunken",
  accent: "--color-accent",
  positive: "--color-positive",
  negative: "--color-negative",
  warning: "--color-warning",
  review: "--color-review",
} as const;

export type ChartColours = Readonly<Record<keyof typeof names, string>>;

/** The theme's colours as they are now: a drawing on canvas does not follow the page's styles by itself. */
export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: keyof typeof names): string => style.getPropertyValue(names[name]).trim();
  return {
    ink: of("ink"),
    muted: of("muted"),
    line: of("line"),
    surface: of("surface"),
    sunken: of("sunken"),
    accent: of("accent"),
    positive: of("positive"),
    negative: of("negative"),
    warning: of("warning"),
    review: of("review"),
  };
}

/** Calls `redraw` when the reader changes the theme. @returns how to stop */
export function onThemeChange(redraw: () => void): () => void {
  const observer = new MutationObserver(redraw);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}
