/** Asks Codex's own app server for the tools of a server that it is signed in to, and has it call one. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fieldOf } from '../../src/shared/records';

/** @param program of Codex and its arguments. @param env with its home. */
export async function useCodex(
  program: readonly string[],
  env: NodeJS.ProcessEnv,
  tool: string,
): Promise<{ readonly offered: number; readonly answer: string }> {
  const child = spawn(process.execPath, [...program, 'app-server'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const waiting = new Map<unknown, (result: unknown) => void>();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: unknown = JSON.parse(line);
      waiting.get(fieldOf(message, 'id'))?.(fieldOf(message, 'result') ?? fieldOf(message, 'error'));
    });
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const ask = (id: number, method: string, params: object) =>
      new Promise<unknown>((resolve, reject) => {
        waiting.set(id, resolve);
        child.once('exit', () => reject(new Error(`codex app-server ended before it answered ${method}`)));
        send({ id, method, params });
      });
    await ask(1, 'initialize', { clientInfo: { name: 'leadlight-bench', version: '1' } });
    send({ method: 'initialized' });
    const status = await ask(2, 'mcpServerStatus/list', { detail: 'toolsAndAuthOnly' });
    const servers = fieldOf(status, 'data');
    const tools: unknown = Array.isArray(servers) ? fieldOf(servers[0], 'tools') : undefined;
    const threadId = fieldOf(fieldOf(await ask(3, 'thread/start', {}), 'thread'), 'id');
    const called = await ask(4, 'mcpServer/tool/call', { threadId, server: 'leadlight', tool, arguments: {} });
    return { offered: Object.keys({ ...(tools ?? {}) }).length, answer: JSON.stringify(called) };
  } finally {
    child.kill();
  }
}
