/**
 * The tables of `docs/qualification.md`, written from the tables the rules read, so that the page cannot drift from the code.
 * In the page a table stands between `<!-- table: name -->` and `<!-- end -->`.
 */
import { companySizes } from '../../../packages/reader/src';
import { conditionsOf, explainScoring } from './explain';
import { eligibilityRows } from './eligibility';
import { tierRows } from './tier';

const explanation = explainScoring();
const names = { grade: 'grade', intent: 'intent' } as const;
const code = (text: string) => `\`${text}\``;

/** One entry per table of the page. */
const tables: Readonly<Record<string, () => string>> = {
  vocabulary: () =>
    table(
      ['field', 'values'],
      [
        ['seniority', explanation.icp.seniorities.map(code).join(' ')],
        ['function', explanation.icp.functions.map(code).join(' ')],
        ['size', companySizes.map(code).join(' ')],
      ],
    ),
  'intent weights': () =>
    table(
      ['engagement', 'weight'],
      [
        ['like (any reaction)', String(explanation.intent.weights.like)],
        ...Object.entries(explanation.intent.commentWeights).map(([name, weight]) => [
          `comment: ${name.replace('_', ' ')}`,
          String(weight),
        ]),
        ['repost', String(explanation.intent.weights.repost)],
        ['repost with text', String(explanation.intent.weights.repostWithText)],
      ],
    ),
  'timing factors': () =>
    table(
      ['how sure the time is', 'factor'],
      Object.entries(explanation.intent.timingFactors).map(([name, factor]) => [code(name), String(factor)]),
    ),
  grades: () =>
    table(
      ['when', 'grade'],
      explanation.grades.map(({ grade, rule }) => [rule, grade]),
    ),
  criteria: () =>
    table(
      ['criterion', 'weight', 'importance'],
      explanation.icp.criteria.map((one) => [code(one.criterion), String(one.defaultWeight), one.defaultImportance]),
    ),
  exclude: () =>
    table(
      ['switch', 'leaves out', 'unless the file says otherwise'],
      explanation.exclude.map(({ name, who, on }) => [code(name), who, on ? 'on' : 'off']),
    ),
  'watchlist factors': () =>
    table(
      ['the post is by', 'factor'],
      Object.entries(explanation.intent.watchlistFactors).map(([type, factor]) => [
        type === 'none' ? 'nobody watched' : type,
        String(factor),
      ]),
    ),
  'intent constants': () =>
    table(
      ['constant', 'value'],
      [
        ['half-life', `${explanation.intent.halfLifeDays} days`],
        ["each further post's share: comments", share(explanation.intent.discounts.comment)],
        ["each further post's share: reposts", share(explanation.intent.discounts.repost)],
        ["each further post's share: likes and praise", share(explanation.intent.discounts.applause)],
        ['bonus for each further post commented or reposted', String(explanation.intent.distinctPostBonus)],
        ['words are "of late" for', `${explanation.intent.statedInterestDays} days`],
        ['request, price and leaving count for', `${explanation.intent.askingDays} days`],
        ['a refusal stands for', `${explanation.intent.refusalDays} days`],
        ['scale k', String(explanation.intent.scale)],
      ],
    ),
  'intent examples': () =>
    table(
      ['fresh engagements under posts of nobody watched', 'intent'],
      explanation.intent.freshExamples.map(({ engagements, score }) => [engagements, String(score)]),
    ),
  tiers: () =>
    table(
      ['rule', 'when', 'tier'],
      tierRows.map((row) => [row.name, conditionsOf(row, names).join(' and ') || 'otherwise', row.tier]),
    ),
  eligibility: () =>
    table(
      ['reason', 'who', 'excluded'],
      eligibilityRows.map(({ reason, message, excludes }) => [
        reason,
        message,
        excludes === 'person' ? 'the person' : 'this engagement',
      ]),
    ),
};

/** The page with every table written again. @throws Error when it names a table that does not exist, or leaves one out. */
export function fillTables(page: string): string {
  const left = new Set(Object.keys(tables));
  const filled = page.replace(/<!-- table: ([^>]+?) -->[\s\S]*?<!-- end -->/g, (_block, name: string) => {
    const render = tables[name];
    if (render === undefined) throw new Error(`no table is called "${name}"`);
    left.delete(name);
    return `<!-- table: ${name} -->\n\n${render()}\n\n<!-- end -->`;
  });
  if (left.size > 0) throw new Error(`the page has no table ${[...left].join(', ')}`);
  return filled;
}

const share = (discount: number) => (discount === 1 ? 'all' : `${Math.round(discount * 100)} % of the one before`);

/** A Markdown table in the form Prettier leaves alone. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
