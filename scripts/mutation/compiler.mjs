// Whether TypeScript refuses a mistake: nobody can make it, so no test is asked.
import ts from 'typescript';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `if (…) ;`: what is left of a forgotten call may be nothing. */
const emptyStatement = 1313;

/**
 * @param root the folder with tsconfig.json.
 * @param files those that may have a mutant.
 * @returns a function that says why the compiler refuses a mutant; undefined: it does not, as far as the mutant's own file shows.
 */
export function compilerOf(root, files) {
  let changed;
  const start = () => {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const needed = [...files.map((file) => join(root, file)), ...fileNames.filter((name) => name.endsWith('.d.ts'))];
    return ts.createLanguageService({
      getScriptFileNames: () => needed,
      getScriptVersion: (file) => (file === changed?.path ? changed.version : '0'),
      getScriptSnapshot: (file) => {
        const text = file === changed?.path ? changed.text : ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCompilationSettings: () => ({ ...options, noEmit: true }),
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  };
  let service;
  return ({ file, start: from, end, becomes }) => {
    service ??= start();
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    changed = { path, text: text.slice(0, from) + becomes + text.slice(end), version: `${from} ${end} ${becomes}` };
    const said = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
    const first = said.find(({ code }) => code !== emptyStatement);
    return first && ts.flattenDiagnosticMessageText(first.messageText, ' ');
  };
}
