/** `8 s`, `1 min 12 s`, `1 h 3 min`; never negative: two clocks may differ a little. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** From one instant to another, both ISO 8601. */
export function between(from: string, to: string): string {
  return durationText(Date.parse(to) - Date.parse(from));
}
