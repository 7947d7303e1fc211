/** `8 s`, `1 min 12 s`, `2 min`, `1 h 3 min`; never negative: two clocks may differ a little. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? both(minutes, "min", seconds % 60, "s")
    : both(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function both(large: number, unit: string, small: number, part: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${part}`;
}

/** From one instant to another, both ISO 8601. */
export function between(from: string, to: string): string {
  return durationText(Date.parse(to) - Date.parse(from));
}
