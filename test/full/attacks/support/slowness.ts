/** How much slower this machine is at this moment than the one on which limits of processor time were set. */

/** The limits hold on a machine that does this in 20 ms; a slower one, or one that is busy, has as much longer. */
export function slowness(): number {
  const text = 'a-'.repeat(500_000);
  const costs = [1, 2, 3].map(() => {
    const began = process.cpuUsage();
    text.replace(/-/g, '');
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
  return Math.max(1, Math.min(...costs) / 20);
}
