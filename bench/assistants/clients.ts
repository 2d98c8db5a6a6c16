/** Client libraries and small programs in the versions that people have: how each is installed and run (`clients.mjs`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/database-server';
import { fieldOf } from '../../src/shared/records';
import { withPackages } from '../packages';
import { ran, scripts, usedIn, type Program } from './programs';

/** By the name under which it is installed and run: package and version. Several versions of the SDK stand side by side. */
const measured: Readonly<Record<string, readonly [name: string, version: string]>> = {
  'sdk-1.11': ['@modelcontextprotocol/sdk', '1.11.0'],
  'sdk-1.13': ['@modelcontextprotocol/sdk', '1.13.3'],
  'sdk-1.17': ['@modelcontextprotocol/sdk', '1.17.5'],
  'sdk-1.20': ['@modelcontextprotocol/sdk', '1.20.2'],
  'sdk-1.24': ['@modelcontextprotocol/sdk', '1.24.3'],
  'sdk-1.32': ['@modelcontextprotocol/sdk', '1.32.2'],
  'client-2.0': ['@modelcontextprotocol/client', '2.0.0'],
  'client-2.4': ['@modelcontextprotocol/client', '2.4.0'],
  'mcp-remote': ['mcp-remote', '0.15.1'],
  '@modelcontextprotocol/inspector': ['@modelcontextprotocol/inspector', '2.12.0'],
  '@ai-sdk/mcp': ['@ai-sdk/mcp', '2.0.99'],
  '@langchain/mcp-adapters': ['@langchain/mcp-adapters', '1.1.4'],
  'simple-oauth2': ['simple-oauth2', '5.1.0'],
  oauth4webapi: ['oauth4webapi', '3.8.8'],
};

export const clientNames: readonly string[] = Object.keys(measured);

/** Programs that give a name of their own to the service; the others are told theirs. */
const ownNames: Readonly<Record<string, string>> = {
  'mcp-remote': 'MCP CLI Proxy',
  '@modelcontextprotocol/inspector': 'MCP Inspector',
};

const node22 = `node-${process.platform}-${process.arch}`;

/** What LangChain's adapter expects to find, and a Node of version 22. */
const alsoInstalled = { '@langchain/core': '1.4.0', '@langchain/langgraph': '1.7.3', [node22]: '22.23.3' };

/** Installs them. @returns them, each with the name that the service sees. */
export function installClients(): readonly Program[] {
  const wanted = Object.entries(measured).map(
    ([name, [published, version]]) => [name, name === published ? version : `npm:${published}@${version}`] as const,
  );
  const folder = withPackages('clients', { ...Object.fromEntries(wanted), ...alsoInstalled }, [
    join(scripts, 'clients.mjs'),
  ]);
  const modules = join(folder, 'node_modules');
  return Object.entries(measured).map(([name, [published, version]]) => ({
    name,
    package: published,
    version,
    client: ownNames[name] ?? name,
    async run(place) {
      const described: unknown = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
      const needs22 = String(fieldOf(fieldOf(described, 'engines'), 'node')).includes('22');
      const node = needs22 ? join(modules, node22, 'bin', 'node') : process.execPath;
      const args = [join(folder, 'clients.mjs'), name, place.address, String(await freePort())];
      return usedIn(await ran(place, node, args));
    },
  }));
}
