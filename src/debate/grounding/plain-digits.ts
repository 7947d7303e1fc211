/** The zeros of the scripts whose decimal digits prose may use; each script's ten digits follow one another. */
const zeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x1040,
  0x17e0, 0xff10,
] as const;

const marks: ReadonlyMap<string, string> = new Map([
  ["％", "%"],
  ["٪", "%"],
  ["．", "."],
  ["٫", "."],
  ["，", ","],
  ["٬", ","],
  ["＄", "$"],
  ["（", "("],
  ["）", ")"],
]);

const foreign = /[٠-٩۰-۹०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯๐-๙໐-໙၀-၉០-៩０-９％٪．٫，٬＄（）]/g;

/** The text with the digits of other scripts, and the marks that go with them, in ASCII; every offset stays. */
export function plainDigits(text: string): string {
  return text.replace(/(?<=\d)·(?=\d)/g, ".").replace(foreign, (char) => {
    const mark = marks.get(char);
    if (mark !== undefined) return mark;
    const code = char.charCodeAt(0);
    const zero = zeros.find((start) => code >= start && code < start + 10) ?? code;
    return String(code - zero);
  });
}
