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

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath, headless: true, args: flags });
}
