const scaledApart =
  /^ [bmtk](?= shares\b|[.,;:)]|$| \[| (?:of|in|and|by|which|shares|over|for|at|on|as|is|was|against|from|to|so|while)\b)/i;
/** Its currency stands behind it. */
const scaledMoney =
  /^ [bmtk](?= ?(?:US |U\.S\. )?(?:dollars?|USD|euros?|EUR|pounds?|GBP|francs?|CHF|yen|JPY|rupees?|INR)\b)/i;
const money = /(?:[$€£₹]|\b(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|INR|CNY|HKD)) ?$/;
const ofShares = /\b(?:share count|shares)\b[^.;\d]{0,40}$/i;

/** "$230 B", "USD 270 m", "50.8 B$", "377 m shares": a letter apart, which only an amount of money or of shares has. */
export function spacedScale(text: string, at: number, bodyEnd: number): string | null {
  const ahead = text.slice(bodyEnd, bodyEnd + 12);
  const named = scaledMoney.exec(text.slice(bodyEnd, bodyEnd + 16))?.[0];
  if (named !== undefined) return named;
  const scaled = scaledApart.exec(ahead)?.[0];
  const lead = text.slice(Math.max(0, at - 64), at);
  if (scaled !== undefined && (money.test(lead) || ahead.startsWith(`${scaled} shares`) || ofShares.test(lead)))
    return scaled;
  const found = /^ (?:[BMTK](?![\w$€£])|[BMTK](?=[$€£₹](?!\d)))/.exec(text.slice(bodyEnd, bodyEnd + 4))?.[0];
  if (found === undefined) return null;
  return /[$€£₹] ?$/.test(text.slice(Math.max(0, at - 2), at)) ||
    /^ [BMTK][$€£₹]/.test(text.slice(bodyEnd, bodyEnd + 3))
    ? found
    : null;
}
