/**
 * What vendors' assistants present, one file a vendor, each with the day on which it was seen. These files are copies of what
 * others publish: correct one only from what its vendor publishes.
 *
 * Three uses: the documents stand in where the live one cannot be fetched (src/interfaces/oauth/client-directory.ts), tests
 * connect with them, and `leadlight assistants check` replays them.
 */
import { chatgpt, chatgptConnector } from './chatgpt';
import { claude } from './claude';
import { claudeCode } from './claude-code';
import { codex } from './codex';
import { copilotCli } from './copilot-cli';
import { cursor } from './cursor';
import { goose } from './goose';
import { opencode } from './opencode';
import { geminiCli, inspector } from './registering';
import { vscode } from './vscode';
import { zed } from './zed';
import type { Vendor, VendorDocument } from './vendor';

export type { Vendor, VendorDocument };

export const vendors: readonly Vendor[] = [
  claude,
  claudeCode,
  chatgpt,
  chatgptConnector,
  codex,
  vscode,
  cursor,
  zed,
  goose,
  opencode,
  copilotCli,
  inspector,
  geminiCli,
];

const byClientId: ReadonlyMap<string, VendorDocument> = new Map(
  vendors
    // Each connector of ChatGPT has an id of its own; the one here is an example.
    .filter((vendor) => vendor !== chatgptConnector)
    .flatMap(({ documents }) => documents.map((published) => [published.document.client_id, published] as const)),
);

/** The dated copy of a known document; undefined for a client that this release does not know. */
export function knownDocument(clientId: string): VendorDocument | undefined {
  return byClientId.get(clientId);
}
