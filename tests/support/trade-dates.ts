/** So many trade dates of the company DEMO, one after the other, no weekend among them. */
export function tradeDates(count: number, from = "2019-03-04"): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); dates.length < count; at += 86_400_000) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) dates.push(day.toISOString().slice(0, 10));
  }
  return dates;
}
