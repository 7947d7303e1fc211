import { z } from "zod";

/** What a report is written in when nobody asks for anything else. */
export const usualLanguage = "en";

const longestTag = 35;

let names: Intl.DisplayNames | undefined;

/** The English name of a tag. The names are made when they are first asked for: most commands ask for none. */
function nameOf(tag: string): string | undefined {
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return names.of(tag);
}

/** Tags that stand for no language that one could write in. */
const noLanguage = new Set(["mul", "und", "zxx", "mis"]);

/** The BCP 47 tag in its canonical form; `null` when it names no known language. */
export function readLanguage(text: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    if (tag === undefined || tag.length > longestTag) return null;
    const { language, baseName } = new Intl.Locale(tag);
    // Extensions say how numbers or dates are drawn, which is not asked for here.
    return baseName !== tag || noLanguage.has(language) || nameOf(language) === undefined ? null : tag;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The language that a report's prose is written in, as a BCP 47 tag. */
export const Language = z
  .string()
  .max(longestTag)
  .refine(
    (text) => readLanguage(text) !== null,
    "is not a known language; use a BCP 47 tag such as de, zh-Hant or pt-BR",
  )
  .overwrite((text) => readLanguage(text) ?? text)
  .meta({ examples: ["de", "zh-Hant", "pt-BR"] });

/**
 * As a request holds it: nothing for the usual language, so that a request that names it is the same as one that names
 * none.
 */
export function languageField(language: string | null | undefined): { readonly language?: string } {
  return language == null || language === usualLanguage ? {} : { language };
}

/** What a run's prose is written in: the rules engine writes English whatever is asked for. */
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

/** What forms offer; everything else can be asked for through the API and the command line. */
const offered =
  "en ar bg cs da de el es fa fi fr he hi hu id it ja ko ms nb nl pl pt pt-BR ro ru sv th tr uk vi zh-Hans zh-Hant".split(
    " ",
  );

/** By their names in English, each followed by its own; `also` are those that somebody has chosen elsewhere. */
export function languageChoices(...also: readonly string[]): { readonly value: string; readonly label: string }[] {
  return [...new Set([...offered, ...also])]
    .map((value) => {
      const name = languageName(value);
      const own = new Intl.DisplayNames([value], { type: "language" }).of(value) ?? name;
      return { value, label: own === name ? name : `${name} (${own})` };
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
}
