import { isRealDate, type LocalDate } from "#src/core/clock.ts";

export const dateOrders = ["dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The numbers alone do not say which is the day. */
const yearLast = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const yearFirst = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/;
const joined = /^(\d{4})(\d{2})(\d{2})$/;
const named = /^(?:\p{L}+,\s*)?(?:(\d{1,2})[-. ]+(\p{L}+)|(\p{L}+)[-. ]+(\d{1,2}),?)[-. ,]+(\d{4}|\d{2})(?!\d)/u;

const months: ReadonlyMap<string, number> = new Map(
  ["en", "de", "fr", "es", "it", "nl"].flatMap((language) =>
    (["short", "long"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
      return Array.from(
        { length: 12 },
        (_, index) => [plain(format.format(Date.UTC(2020, index, 15))), index + 1] as const,
      );
    }),
  ),
);

function plain(month: string): string {
  return month
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
}

/** What one date says of the order of day and month; `null`: it is no date. */
export function orderIn(date: string): DateOrder | "either" | null {
  const [, first, mark, second] = yearLast.exec(date) ?? [];
  if (first === undefined || first === second) return null;
  // With points, the day always comes first.
  return Number(first) > 12 || mark === "." ? "dmy" : Number(second) > 12 ? "mdy" : "either";
}

/** `null` for a day that no calendar has. */
export function readDate(text: string, order: DateOrder | null): LocalDate | null {
  const parts = partsOf(text.trim(), order);
  if (parts === null) return null;
  const [year, month, day] = parts;
  const full = year < 100 ? year + (year < 70 ? 2000 : 1900) : year;
  const date = `${String(full).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isRealDate(date) ? date : null;
}

function partsOf(text: string, order: DateOrder | null): readonly [number, number, number] | null {
  const first = yearFirst.exec(text) ?? joined.exec(text);
  if (first !== null) return [Number(first[1]), Number(first[2]), Number(first[3])];
  const last = yearLast.exec(text);
  if (last !== null) {
    const [day, month] = order === "mdy" ? [last[3], last[1]] : [last[1], last[3]];
    return [Number(last[4]), Number(month), Number(day)];
  }
  const word = named.exec(text);
  if (word !== null) {
    const month = months.get(plain(word[2] ?? word[3] ?? ""));
    return month === undefined ? null : [Number(word[5]), month, Number(word[1] ?? word[4])];
  }
  // Seconds or milliseconds since 1970.
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return null;
  const at = new Date(text.length === 10 ? Number(text) * 1000 : Number(text));
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
}
