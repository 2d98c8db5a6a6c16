/** The names of the console's pages of a workspace, out of its own table of routes: a new page joins by itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Read as text: the console is a project of its own, whose imports Node does not resolve.
const routes = readFileSync(join(__dirname, '../../../../packages/console/src/pages/routes.ts'), 'utf8');
const [, table = ''] = /export const workspacePages[^{]*\{\n([^]*?)\n\};/.exec(routes) ?? [];

/** Each with the right that it asks for (undefined: for every member), and whether the navigation has it. */
export const workspacePages: readonly {
  readonly name: string;
  readonly right: string | undefined;
  readonly listed: boolean;
}[] = [...table.matchAll(/^ {2}'?([\w-]+)'?: \{([^]*?)(?: \}|\n {2}\}),$/gm)].map(([, name = '', inside = '']) => ({
  name,
  right: /right: '(\w+)'/.exec(inside)?.[1],
  listed: inside.includes("title: 'nav."),
}));
