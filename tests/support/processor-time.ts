/** Milliseconds of processor time that work takes in this process: a busy machine makes none longer. */
export function processorMs(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/** Between the 8 of work that takes time in proportion and the 64 of work that takes its square. */
export const mostGrowth = 24;

/** How many times as long work takes on a text as on an eighth of it, in processor time: no machine is too slow. */
export function growthOf(text: string, work: (text: string) => void): number {
  const part = text.slice(0, text.length / 8);
  const ofPart = processorMs(() => work(part));
  // Less than this is what the clock of processor time ticks in.
  return processorMs(() => work(text)) / Math.max(ofPart, 4);
}
