/** Reads small files of the operator whole, and explains what is wrong with them. */
import { readFile } from 'node:fs/promises';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { systemCode } from '../../ingest/import/errors';
import { icpChanges, readIcp, type IcpDefinition } from '../../rules/fit/icp';
import { CliError } from './exit-codes';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

/** The text of a file. @throws CliError `failed` when it cannot be read. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    const why = reasons[code] ?? code;
    throw new CliError('failed', `${path} cannot be read: ${why}`);
  }
}

/** An ICP definition from a YAML or JSON file. @throws CliError `usage` with a line for each problem. */
export async function readIcpFile(
  path: string,
  onChange: (change: string) => void = () => undefined,
): Promise<IcpDefinition> {
  const text = await readText(path);
  let input: unknown;
  try {
    // JSON is YAML, so one parser reads both.
    input = parseYaml(text);
  } catch (error) {
    const where = error instanceof YAMLParseError ? error.message.split('\n')[0] : 'not YAML or JSON';
    throw new CliError('usage', `${path}: ${where}`);
  }
  const result = readIcp(input);
  if ('definition' in result) {
    icpChanges(input).forEach(onChange);
    return result.definition;
  }
  const lines = result.problems.map(({ path: at, message }) => `${path}: ${at ? `${at} ` : ''}${message}`);
  throw new CliError('usage', lines.join('\n'));
}
