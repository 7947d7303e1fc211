/** The processor time that this thread has used so far, in milliseconds: unlike the clock it does not count who else is at work. */
export function ownTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
