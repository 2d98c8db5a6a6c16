/** Every regular expression of the service: those written between slashes and those that are put together. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

export const root = join(__dirname, '../../../..');

/** A pattern as it is used: `split`, `test`, or '' where the code that uses it stands elsewhere. */
export interface Pattern {
  /** `src/ingest/import/fields.ts:25`. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
  readonly use: string;
}

export interface Found {
  readonly written: readonly Pattern[];
  /** Places that call `RegExp`, as `file:line`. */
  readonly putTogether: readonly string[];
}

export function findPatterns(): Found {
  const written: Pattern[] = [];
  const putTogether: string[] = [];
  for (const file of ['src', 'packages/reader/src', 'tools', 'config'].flatMap((folder) =>
    codeIn(join(root, folder)),
  )) {
    const code = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const placeOf = (node: ts.Node) =>
      `${relative(root, file)}:${code.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
        written.push({ at: placeOf(node), source, flags, use: useOf(node) });
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
        putTogether.push(placeOf(node));
      }
      ts.forEachChild(node, visit);
    };
    visit(code);
  }
  return { written, putTogether };
}

function codeIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return codeIn(path);
    return /\.[cm]?[jt]s$/.test(path) && !/\.(?:test|d)\.ts$/.test(path) ? [path] : [];
  });
}

/** The method that is called with it, or on it. */
function useOf(node: ts.Node): string {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text;
  return ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression)
    ? parent.expression.name.text
    : '';
}

/** The patterns that code puts together while `run` runs, at the place that does it. */
export function recordPatterns(run: () => void): Pattern[] {
  const made: Pattern[] = [];
  const original = globalThis.RegExp;
  const record = (pattern: RegExp) => {
    const caller = /\/((?:packages\/reader\/src|src|tools|config)\/[^\s:()]+:\d+)/.exec(new Error().stack ?? '')?.[1];
    if (caller !== undefined) made.push({ at: caller, source: pattern.source, flags: pattern.flags, use: '' });
    return pattern;
  };
  globalThis.RegExp = new Proxy(original, {
    construct: (_target, [source, flags]: [string, string?]) => record(new original(source, flags)),
    apply: (_target, _this, [source, flags]: [string, string?]) => record(new original(source, flags)),
  });
  try {
    run();
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}
