const vague =
  /(?<![\w-])(?:(?<!(?:high|mid|low)[- ])(?:single|double|triple)[- ]digits?|(?:a few|several|a couple of|dozens of|hundreds of|tens of|scores of) (?:percent|percentage points|basis points|million|billion|thousand)s?)(?![A-Za-z])|百分之[零一二三四五六七八九十百点]{1,8}|[一二三四五六七八九]成|(?<![\p{L}\d])\p{L}{3,20} (?:Prozent|pour cent|por ciento|per cento)(?!\p{L})/giu;

/** What every vague quantity holds: most texts have none. */
const vagueAtAll = /digit|few|several|couple|(?:dozen|hundred|ten|score)s|百|成|prozent|cent/iu;

/** Quantities that a text states in a form that is not read, such as `high single digits` or `百分之四十`. */
export function findUnread(text: string): { text: string; offset: number }[] {
  if (!vagueAtAll.test(text)) return [];
  return [...text.matchAll(vague)].map((match) => ({ text: match[0], offset: match.index }));
}
