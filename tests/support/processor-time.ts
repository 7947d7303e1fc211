/** Milliseconds of processor time that work takes in this process: a busy machine makes none longer. */
export function processorMs(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
