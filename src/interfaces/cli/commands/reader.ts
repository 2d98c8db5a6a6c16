/** `leadlight reader corrections`: what people set right of what the reader of comments said. */
import { languageOf } from '../../../rules/qualification/comment-language';
import { saidOf } from '../../../shared/values';
import { correctedComments } from '../../../store/writes/readings';
import { command, type CommandGroup } from '../command';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

/** Rows of one read. */
const together = 500;

const corrections = command({
  name: 'corrections',
  summary: 'Print the comments whose class people set, as labelled lines: language, text, class.',
  details:
    'Tab-separated, with a heading. Only the beginning of a comment is stored, at most 280 characters; the language is empty ' +
    'where it is not sure. With --json, a list of objects.',
  options: { workspace: workspaceOption },
  examples: ['reader corrections > corrections.tsv'],
  async run(context, _args, options) {
    const db = await context.database();
    const { id: organizationId } = await resolveWorkspace(db, options.workspace);
    const rows: { language: string | null; text: string; class: string }[] = [];
    for (let after = ''; ;) {
      const page = await correctedComments(db, organizationId, after, together);
      for (const { comment_excerpt: text, comment_class: stored } of page) {
        rows.push({ language: languageOf(text), text: text.replace(/\s+/gu, ' '), class: saidOf(stored) });
      }
      const last = page.at(-1);
      if (last === undefined || page.length < together) break;
      after = last.id;
    }
    const lines = rows.map((row) => [row.language ?? '', row.text, row.class].join('\t'));
    return { data: rows, lines: ['language\ttext\tclass', ...lines] };
  },
});

export const reader: CommandGroup = {
  name: 'reader',
  summary: 'What people corrected of what the reader of comments said.',
  commands: [corrections],
};
