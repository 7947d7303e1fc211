const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
// An iPhone says that it is like Mac OS X, and Android that it is Linux: the narrower stands first.
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** What a `User-Agent` stands for, in words: `Firefox on Linux`. What is none of these by its first word. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === "") return "Unknown browser";
  const find = (list: typeof browsers): string | undefined => list.find(([form]) => form.test(userAgent))?.[1];
  const browser = find(browsers) ?? userAgent.trim().split(/[\s/]/)[0]?.slice(0, 40) ?? "Unknown browser";
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
