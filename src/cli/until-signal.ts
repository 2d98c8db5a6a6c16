/** Resolves when the process is asked to end, with how it was asked. A second request ends it at once. */
export function untilSignal(): Promise<'SIGTERM' | 'SIGINT'> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (signal: 'SIGTERM' | 'SIGINT') => {
      if (asked) process.exit(130);
      asked = true;
      resolve(signal);
    };
    process.on('SIGTERM', () => ask('SIGTERM'));
    process.on('SIGINT', () => ask('SIGINT'));
  });
}
