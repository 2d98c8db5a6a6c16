// What a line of TypeScript can wrongly become: one small change at a time, found in the syntax tree. Nobody chooses them by hand,
// so the tests cannot be written for them.
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

/**
 * One change of one file.
 * @typedef {{ file: string, line: number, start: number, end: number, was: string, becomes: string, kind: string }} Mutant
 */

const swapped = new Map([
  [Kind.EqualsEqualsEqualsToken, ['!==']],
  [Kind.ExclamationEqualsEqualsToken, ['===']],
  [Kind.LessThanToken, ['<=', '>=']],
  [Kind.LessThanEqualsToken, ['<', '>']],
  [Kind.GreaterThanToken, ['>=', '<=']],
  [Kind.GreaterThanEqualsToken, ['>', '<']],
  [Kind.AmpersandAmpersandToken, ['||']],
  [Kind.BarBarToken, ['&&']],
  [Kind.PlusToken, ['-']],
  [Kind.MinusToken, ['+']],
  [Kind.AsteriskToken, ['/']],
  [Kind.SlashToken, ['*']],
  [Kind.PercentToken, ['*']],
  [Kind.PlusEqualsToken, ['-=']],
  [Kind.MinusEqualsToken, ['+=']],
]);

/** Methods that are easily mixed up … */
const otherMethod = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
]);
/** … and those that can be forgotten: what they are called on stands in their place. */
const forgettable = new Set(
  'filter slice sort reverse trim toLowerCase toUpperCase normalize toSorted toReversed'.split(' '),
);

const looksLikeSql = /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|ORDER BY|JOIN|HAVING)\b/;
/** Words of SQL and what they become. */
const inSql = [
  [/ AND /g, ' OR '],
  [/ OR /g, ' AND '],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
  [/ = /g, ' <> '],
  [/ <> /g, ' = '],
  [/\bMAX\(/g, 'MIN('],
  [/\bMIN\(/g, 'MAX('],
  [/ DESC\b/g, ''],
  [/ IS NOT NULL\b/g, ' IS NULL'],
  [/ IS NULL\b/g, ' IS NOT NULL'],
  [/ NOT (?=IN\b|EXISTS\b)/g, ' '],
];
const inRegExp = [
  [/^\/\^/g, '/'],
  [/\$(?=\/[a-z]*$)/g, ''],
  [/(?<=\/[a-z]*)i(?=[a-z]*$)/g, ''],
  [/\\d/g, '\\D'],
  [/\\s/g, '\\S'],
  [/(?<=[\])\w])\+/g, ''],
];

/** Replacements within a text by a table of patterns: every place by itself. */
function* within(text, table, kind) {
  for (const [pattern, becomes] of table) {
    for (const { 0: was, index } of text.matchAll(pattern)) yield { at: index, was, becomes, kind };
  }
}

const isText = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** The template that a piece belongs to; any other text is whole. */
function wholeText(node) {
  if (ts.isTemplateHead(node)) return node.parent;
  return ts.isTemplateSpan(node.parent) && !ts.isNoSubstitutionTemplateLiteral(node) && !ts.isStringLiteral(node)
    ? node.parent.parent
    : node;
}

const logging = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
const documentation = new Set(['description', 'summary']);

/** Whether a text is said in a log line: `log.warn({ … }, 'keys could not be read')`. */
function isLogMessage({ parent }) {
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  const { name, expression } = parent.expression;
  return logging.has(name.text) && /(^|\.)log$/.test(expression.getText());
}

/** Whether a text is documentation: `description: 'The client.'`, `z.string().describe('Its name.')`. */
const isDocumentation = ({ parent }) =>
  (ts.isPropertyAssignment(parent) && documentation.has(parent.name.getText())) ||
  (ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    parent.expression.name.text === 'describe');

/** Sentences for readers (four words or more, or ending so), and what is logged or documented: how they are worded is no rule. */
const isProse = (node) =>
  node.text.trim().split(/\s+/).length >= 4 ||
  /^\p{Lu}.*\.$/su.test(node.text) ||
  isLogMessage(node) ||
  isDocumentation(node);

/** Whether a text is a name (a key, a module, a type) and no value. */
function isName(node) {
  const { parent } = node;
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ((ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent)) &&
      parent.name === node)
  );
}

/** The changes of one node, without those of the nodes in it: whole node, or a place in it. */
function* changesOf(node, source) {
  const text = node.getText(source);
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken;
    const at = operator.getStart(source) - node.getStart(source);
    if (operator.kind === Kind.QuestionQuestionToken) {
      // In brackets: beside another one it could not be read.
      const [left, right] = [node.left.getText(source), node.right.getText(source)];
      yield { was: text, becomes: `((${left}) && (${right}))`, kind: 'absence' };
    }
    for (const becomes of swapped.get(operator.kind) ?? [])
      yield { at, was: operator.getText(source), becomes, kind: 'operator' };
  } else if (ts.isPrefixUnaryExpression(node)) {
    const rest = node.operand.getText(source);
    if (node.operator === Kind.ExclamationToken) yield { was: text, becomes: rest, kind: 'negation' };
    if (node.operator === Kind.MinusToken) yield { was: text, becomes: rest, kind: 'sign' };
  } else if (node.kind === Kind.TrueKeyword || node.kind === Kind.FalseKeyword) {
    if (!ts.isLiteralTypeNode(node.parent))
      yield { was: text, becomes: text === 'true' ? 'false' : 'true', kind: 'flag' };
  } else if (ts.isNumericLiteral(node)) {
    const value = Number(text.replaceAll('_', ''));
    // A small number is off by one; a large one is a limit that somebody doubled.
    if (!ts.isLiteralTypeNode(node.parent) && !isName(node))
      yield { was: text, becomes: String(value > 100 ? value * 2 : value + 1), kind: 'number' };
  } else if (isText(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
    if (isText(node) && isName(node)) return;
    if (looksLikeSql.test(wholeText(node).getText(source))) {
      yield* within(text, inSql, 'sql');
    } else if (isText(node) && node.text !== '' && !isProse(node)) yield { was: text, becomes: "''", kind: 'text' };
  } else if (node.kind === Kind.RegularExpressionLiteral) {
    yield* within(text, inRegExp, 'pattern');
  } else if (ts.isArrayLiteralExpression(node)) {
    if (node.elements.length > 0 && !ts.isBinaryExpression(node.parent))
      yield { was: text, becomes: '[]', kind: 'list' };
  } else if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    const at = condition.getStart(source) - node.getStart(source);
    for (const becomes of ['true', 'false']) yield { at, was: condition.getText(source), becomes, kind: 'condition' };
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    const other = otherMethod.get(name.text);
    const at = name.getStart(source) - node.getStart(source);
    if (other) yield { at, was: name.text, becomes: other, kind: 'method' };
    if (forgettable.has(name.text)) yield { was: text, becomes: expression.getText(source), kind: 'forgotten' };
  } else if (ts.isPropertyAccessExpression(node) && node.questionDotToken) {
    const at = node.questionDotToken.getStart(source) - node.getStart(source);
    yield { at, was: '?.', becomes: '.', kind: 'absence' };
  } else if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
    if (ts.isCallExpression(call) && call.expression.kind !== Kind.SuperKeyword)
      yield { was: text, becomes: ';', kind: 'call' };
  } else if (ts.isBlock(node) && node.statements.length > 1 && ts.isFunctionLike(node.parent)) {
    if (!ts.isConstructorDeclaration(node.parent)) yield { was: text, becomes: '{}', kind: 'body' };
  }
}

const hasNoValues = (node) =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node);

export const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** All changes of a file, in their order. @returns {Mutant[]} */
export function mutantsOf(file, text) {
  const source = parse(file, text);
  const found = [];
  const visit = (node) => {
    if (hasNoValues(node)) return;
    for (const { at = 0, was, becomes, kind } of changesOf(node, source)) {
      const start = node.getStart(source) + at;
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      if (was !== becomes) found.push({ file, line, start, end: start + was.length, was, becomes, kind });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((a, b) => a.start - b.start || a.end - b.end || (a.becomes < b.becomes ? -1 : 1));
}
