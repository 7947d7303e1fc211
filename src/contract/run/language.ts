import { z } from "zod";

/** The language of reports by default. */
export const usualLanguage = "en";

const longestTag = 35;

let names: Intl.DisplayNames | undefined;

/** Made on first use: most commands need none. */
function nameOf(tag: string): string | undefined {
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return names.of(tag);
}

/** Tags that name no written language. */
const noLanguage = new Set(["mul", "und", "zxx", "mis"]);

/** Canonical BCP 47; `null` for an unknown language. */
export function readLanguage(text: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    if (tag === undefined || tag.length > longestTag) return null;
    const { language, baseName } = new Intl.Locale(tag);
    // Extensions only change how numbers or dates are drawn.
    return baseName !== tag || noLanguage.has(language) || nameOf(language) === undefined ? null : tag;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export const Language = z
  .string()
  .max(longestTag)
  .refine(
    (text) => readLanguage(text) !== null,
    "is not a known language; use a BCP 47 tag such as de, zh-Hant or pt-BR",
  )
  .overwrite((text) => readLanguage(text) ?? text)
  .meta({ examples: ["de", "zh-Hant", "pt-BR"] });

/** Absent for the usual language, so that naming it changes nothing. */
export function languageField(language: string | null | undefined): { readonly language?: string } {
  return language == null || language === usualLanguage ? {} : { language };
}

/** The rules engine always writes English. */
export function proseLanguage(provider: string, asked: string | undefined): { readonly language?: string } {
  return provider === "rules" ? {} : languageField(asked);
}

/** `Brazilian Portuguese`; the tag itself when it has no name. */
export function languageName(tag: string): string {
  return nameOf(tag) ?? nameOf(new Intl.Locale(tag).language) ?? tag;
}

export function isEnglish(tag: string | undefined): boolean {
  return tag === undefined || new Intl.Locale(tag).language === "en";
}

export function directionOf(tag: string | undefined): "ltr" | "rtl" {
  const script = tag === undefined ? undefined : new Intl.Locale(tag).maximize().script;
  return script !== undefined && rightToLeft.has(script) ? "rtl" : "ltr";
}

const rightToLeft = new Set(["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg", "Aran", "Samr", "Mand"]);

/** What forms offer; others work through the API. */
const offered =
  "en ar bg cs da de el es fa fi fr he hi hu id it ja ko ms nb nl pl pt pt-BR ro ru sv th tr uk vi zh-Hans zh-Hant".split(
    " ",
  );

/** By English name, followed by their own; `also` adds chosen ones. */
export function languageChoices(...also: readonly string[]): { readonly value: string; readonly label: string }[] {
  return [...new Set([...offered, ...also])]
    .map((value) => {
      const name = languageName(value);
      const own = new Intl.DisplayNames([value], { type: "language" }).of(value) ?? name;
      return { value, label: own === name ? name : `${name} (${own})` };
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
}
