// Bundles the console (packages/console/src) to packages/console/dist: hashed names below assets/, and an index.html that names them.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'packages', 'console');

const hashed = (name, bytes) => {
  const [stem, ending] = name.split('.');
  return `${stem}-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.${ending}`;
};

/** Files that a file imports before it runs, and their imports. Without preloading a browser finds them one after the other. */
function importedBy(outputs, path, found = new Set()) {
  for (const { path: imported, kind } of outputs[path].imports) {
    if (kind !== 'import-statement' || found.has(imported)) continue;
    found.add(imported);
    importedBy(outputs, imported, found);
  }
  return found;
}

/**
 * Makes what is loaded later (pages, and the words of the CSV) depend on everything in the first script. esbuild then keeps that
 * in one file. Otherwise it would split it into a dozen, by the pages that share each part.
 */
const oneFirstFile = {
  name: 'one-first-file',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]console[\\/]src[\\/]pages[\\/](?:[\w-]+\.tsx|leads-csv\.ts)$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nimport '../first';\nimport '../app';\n`,
      loader: 'tsx',
    }));
  },
};

/**
 * Writes the English texts as data, which a browser reads several times faster than code, and translations without their keys:
 * the texts alone, in the order of the English ones, which are there anyway. The modules export the same objects as their sources.
 */
const messagesAsData = (build) => ({
  name: 'messages-as-data',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]console[\\/]src[\\/]messages[\\/]en\.ts$/ }, async ({ path }) => ({
      contents: `export const en = JSON.parse(${JSON.stringify(JSON.stringify(await textsIn(build, path)))});`,
      loader: 'js',
    }));
    onLoad({ filter: /[\\/]console[\\/]src[\\/]messages[\\/]de\.ts$/ }, async ({ path }) => {
      const [en, de] = await Promise.all([textsIn(build, join(dirname(path), 'en.ts')), textsIn(build, path)]);
      const texts = JSON.stringify(Object.keys(en).map((key) => de[key]));
      return {
        contents: `import { en } from './en';
          const texts = ${texts};
          export const de = Object.fromEntries(Object.keys(en).map((key, at) => [key, texts[at]]));`,
        loader: 'js',
      };
    });
  },
});

/** The texts that a file of messages exports. */
async function textsIn(build, path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: 'esm', write: false });
  const [texts] = Object.values(await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`));
  return texts;
}

/** Whether two folders hold the same files. */
function isSame(one, other) {
  const namesIn = (path) => (existsSync(path) ? readdirSync(path, { recursive: true }).sort() : []);
  const names = namesIn(one);
  const isEqual = (name) => readFileSync(join(one, name)).equals(readFileSync(join(other, name)));
  return names.join() === namesIn(other).join() && names.every((name) => name === 'assets' || isEqual(name));
}

/** Moves a folder to a place where others may read, and others may move theirs at the same time. One that is the same stays, and is as new. */
function moveTo(place, made, former) {
  for (let tries = 0; ; tries += 1) {
    try {
      if (isSame(made, place)) {
        const now = new Date();
        utimesSync(join(place, 'index.html'), now, now);
        break;
      }
      rmSync(former, { recursive: true, force: true });
      if (existsSync(place)) renameSync(place, former);
      renameSync(made, place);
      break;
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
  for (const left of [made, former]) rmSync(left, { recursive: true, force: true });
}

/** Bundles into a folder beside packages/console/dist and moves it there when it is complete, so that nobody reads half a build. */
export async function buildConsole() {
  const { build } = await import('esbuild');
  const made = join(folder, `.dist-${process.pid}`);
  const assets = join(made, 'assets');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: { first: 'src/first.ts', main: 'src/main.tsx' },
    outdir: assets,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022'],
    minify: true,
    sourcemap: 'linked',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    plugins: [oneFirstFile, messagesAsData(build)],
    metafile: true,
    logLevel: 'warning',
  });
  const icon = readFileSync(join(folder, 'icon.svg'));
  const early = new Set();
  const names = { 'icon.svg': hashed('icon.svg', icon) };
  writeFileSync(join(assets, names['icon.svg']), icon);
  for (const [path, { entryPoint, cssBundle }] of Object.entries(metafile.outputs)) {
    const [, name] = /^src\/(first|main)\.tsx?$/.exec(entryPoint ?? '') ?? [];
    if (name === undefined) continue;
    names[`${name}.js`] = basename(path);
    if (cssBundle) names['main.css'] = basename(cssBundle);
    importedBy(metafile.outputs, path, early);
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const preloads = [...early].map((path) => `<link rel="modulepreload" href="assets/${basename(path)}">\n`);
  writeFileSync(
    join(made, 'index.html'),
    page
      .replaceAll(/assets\/([\w.]+)/g, (_all, name) => `assets/${names[name]}`)
      .replace('</head>', () => `${preloads.join('')}</head>`),
  );
  moveTo(join(folder, 'dist'), made, join(folder, `.former-${process.pid}`));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildConsole();
