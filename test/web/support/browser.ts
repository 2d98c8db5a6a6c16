/** The machine's own Chromium, driven by playwright-core. */
import { chromium, type Browser } from 'playwright-core';
import { machine } from '../../../scripts/machine.cjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Undefined where the machine has no Chromium; `npm test` says so, and CI fails. */
export const browserPath = machine().chromium ?? undefined;

/** A limit against hanging, in milliseconds. The usual one of 30 seconds is met by a busy machine. */
const longestWait = 300_000;

/** A browser whose pages wait as long as a busy machine takes. */
export async function openBrowser(): Promise<Browser> {
  const launched = await chromium.launch({
    executablePath: browserPath,
    headless: true,
    args: flags,
    timeout: longestWait,
  });
  const newContext = launched.newContext.bind(launched);
  launched.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(longestWait);
    return context;
  };
  return launched;
}
