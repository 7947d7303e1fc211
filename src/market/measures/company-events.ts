import type { CompanyEvent } from "../market-data.ts";

/** Items of Form 8-K (https://www.sec.gov/files/form8-k.pdf), but 9.01, which only lists exhibits. */
const titles: Readonly<Record<string, string>> = {
  "1.01": "entered into a material agreement",
  "1.02": "ended a material agreement",
  "1.03": "bankruptcy or receivership",
  "1.04": "mine safety",
  "1.05": "a material cybersecurity incident",
  "2.01": "completed an acquisition or a sale of assets",
  "2.02": "announced results",
  "2.03": "took on a direct financial obligation",
  "2.04": "an event that makes an obligation due sooner",
  "2.05": "costs of exit or disposal",
  "2.06": "a material impairment",
  "3.01": "notice of delisting, or a rule of listing not met",
  "3.02": "sold shares that are not registered",
  "3.03": "changed the rights of holders of securities",
  "4.01": "changed its auditor",
  "4.02": "earlier statements should no longer be relied on",
  "5.01": "a change of control",
  "5.02": "directors or officers left or were appointed",
  "5.03": "changed its articles or its fiscal year",
  "5.04": "trading under employee plans suspended",
  "5.05": "changed its code of ethics",
  "5.06": "is no longer a shell company",
  "5.07": "shareholders voted",
  "5.08": "nominations of directors by shareholders",
  "7.01": "disclosed under Regulation FD",
  "8.01": "another event it thinks important",
};

/** Item 2.02. */
export const resultsItem = "2.02";

/** `announced results (2.02); shareholders voted (5.07)`; `null` for exhibits alone. */
export function eventText({ items }: Pick<CompanyEvent, "items">): string | null {
  const told = [...new Set(items)].flatMap((item) => {
    const title = Object.hasOwn(titles, item) ? titles[item] : undefined;
    return title === undefined ? [] : [`${title} (${item})`];
  });
  return told.length === 0 ? null : told.join("; ");
}
