/** `leadlight reader`: what people set right of what the reader of comments said, and whether a second reader does better. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '../../../database/database';
import { compareReaders, type Labelled } from '../../../opinion/compare-readers';
import { askedOf } from '../../../opinion/opinion-job';
import { secondReaderOf } from '../../../opinion/reader';
import type { Comparison } from '../../../rules/opinion/compare';
import { withoutNames } from '../../../rules/privacy/without-names';
import { workOffQueue } from '../../../scoring/rescore';
import { correctedForComparing } from '../../../store/opinions/opinions';
import { languageOf } from '../../../../packages/reader/src';
import { commentClasses, saidOf } from '../../../shared/values';
import { correctedComments } from '../../../store/writes/readings';
import { command, parameter, type CommandGroup } from '../command';
import { workspaceCommand } from '../workspace-command';
import { CliError } from '../exit-codes';
import { readText } from '../files';
import { actAsOperator } from '../operator';
import { count, tableLines } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

/** Rows of one read. */
const together = 500;
/** Most labelled comments of a comparison. */
const mostLines = 10_000;

const corrections = workspaceCommand({
  name: 'corrections',
  summary: 'Print the comments whose class people set, as labelled lines: language, text, class.',
  details:
    'Tab-separated, with a heading. Only the beginning of a comment is stored, at most 280 characters; the language is empty ' +
    'where it is not sure. With --json, a list of objects.',
  examples: ['reader corrections > corrections.tsv'],
  async run({ db, organizationId }) {
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

/** Labelled lines: the class last, the text before it, and a language before that or not. The heading may be left out. */
function labelledLines(path: string, text: string): Labelled[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.length > mostLines) throw new CliError('usage', `${path} has more than ${mostLines} lines`);
  return lines.flatMap((line, at): Labelled[] => {
    if (line.trim() === '' || (at === 0 && /(^|\t)class$/i.test(line))) return [];
    const cells = line.split('\t');
    const [comment, said] = [cells.at(-2) ?? '', cells.at(-1)?.trim()];
    const truth = commentClasses.find((name) => name === said);
    if (truth === undefined || comment.trim() === '' || cells.length > 3) {
      const wanted = `a comment, a tab and one of ${commentClasses.join(', ')}`;
      throw new CliError('usage', `${path}, line ${at + 1}: must be ${wanted}, as \`reader corrections\` prints them`);
    }
    return [
      { text: comment, truth, asked: { comment: withoutNames(comment, { people: [], companies: [] }), post: null } },
    ];
  });
}

async function correctedHere(db: Database, organizationId: string): Promise<Labelled[]> {
  const rows: Labelled[] = [];
  for (let after = ''; ;) {
    const page = await correctedForComparing(db, organizationId, after, together);
    for (const comment of page) {
      const { comment_excerpt: text, comment_class: stored } = comment;
      rows.push({ text, truth: saidOf(stored), asked: askedOf(comment) ?? { comment: '', post: null } });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < together || rows.length >= mostLines) return rows;
    after = last.id;
  }
}

const compareCommand = command({
  name: 'compare',
  summary: 'Compare the language model of READER_URL with the built-in reader, on labelled comments or on corrections.',
  details:
    'The file holds lines as `reader corrections` prints them: language, text, class, separated by tabs; the language may be left out. Without ' +
    'a file, it takes the comments whose class people of the workspace set. The model reads those of which the built-in reader is unsure, ' +
    'within READER_REQUESTS_PER_DAY. The outcome is recorded: only a model that reads better makes somebody PRIORITY. Corrections are mostly ' +
    'mistakes of the built-in reader, so a file of comments taken as they come is the fairer test.',
  arguments: {
    file: parameter('[file]', 'labelled comments; default those that people corrected', z.string().optional()),
  },
  options: { workspace: workspaceOption },
  examples: ['reader compare', 'reader compare labelled.tsv'],
  async run(context, { file: path }, options) {
    const second = secondReaderOf(context.settings);
    if (second === undefined)
      throw new CliError('usage', 'There is no second reader: set READER_URL and READER_MODEL.');
    const db = await context.database();
    const { id } = await resolveWorkspace(db, options.workspace);
    const labelled = path === undefined ? await correctedHere(db, id) : labelledLines(path, await readText(path));
    if (labelled.length === 0) {
      throw new CliError(
        'failed',
        path === undefined ? 'Nobody corrected a comment yet.' : `${path} holds no comment.`,
      );
    }
    const now = () => Date.now();
    const outcome = await compareReaders(
      db,
      id,
      { reader: second, labelled },
      { now, checkpoint: () => setImmediate() },
    );
    if (outcome.kind === 'failed') {
      throw new CliError('failed', `The second reader failed: ${outcome.error.reason}. Answers so far are kept.`);
    }
    if (outcome.kind === 'spent') {
      const left = `READER_REQUESTS_PER_DAY is used up; ${count(outcome.left, 'comment')} left. Answers so far are kept: go on tomorrow.`;
      throw new CliError('failed', left);
    }
    if (outcome.kind === 'sure') {
      const sure = `The built-in reader is sure of ${count(outcome.comments, 'comment')}, all that there are: nothing was asked, compared or recorded.`;
      throw new CliError('failed', sure);
    }
    await workOffQueue(db, id, Date.now());
    const { comparison, asked, requests, withoutClass } = outcome;
    const detail = `right ${comparison.secondRight} of ${comparison.comments}, built-in ${comparison.builtInRight}: ${comparison.beats ? 'beats it' : 'does not beat it'}`;
    const changed = { kind: 'reader', id: second.model, organizationId: id, detail };
    await actAsOperator(db, 'compare_readers', async () => ({ answer: undefined, changed }));
    return {
      data: { model: second.model, asked, requests, withoutClass, ...comparison },
      lines: comparedLines(second.model, { asked, withoutClass }, comparison),
    };
  },
});

const share = (right: number, of: number) => `${right} of ${of} (${((100 * right) / of).toFixed(1)} %)`;

function comparedLines(
  model: string,
  { asked, withoutClass }: { readonly asked: number; readonly withoutClass: number },
  found: Comparison,
): string[] {
  const { comments, builtInRight, secondRight, gained, lost, builtInFalseAsking, secondFalseAsking, chance } = found;
  return [
    ...tableLines(
      ['READER', 'RIGHT', 'WRONGLY ASKING'],
      [
        ['built-in', share(builtInRight, comments), builtInFalseAsking],
        [`${model} where it is unsure`, share(secondRight, comments), secondFalseAsking],
      ],
    ),
    '',
    `${model} read ${count(asked, 'comment')} of ${comments}: ${gained} better, ${lost} worse; by chance alone so good or better in ${(100 * chance).toFixed(1)} % of cases.`,
    ...(withoutClass === 0
      ? []
      : [
          `${count(withoutClass, 'answer')} named no class: the API must follow response_format of type json_schema. These are asked again next time.`,
        ]),
    found.beats
      ? 'It beats the built-in reader. Recorded: its readings may make somebody PRIORITY in this workspace.'
      : 'It does not beat the built-in reader here. Recorded: its readings make nobody PRIORITY in this workspace.',
  ];
}

export const reader: CommandGroup = {
  name: 'reader',
  summary: 'What people corrected of what the reader of comments said, and a second reader.',
  commands: [corrections, compareCommand],
};
