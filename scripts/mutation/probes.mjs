// Which lines of a file a test comes by: every list of statements says so when it is run.
import ts from 'typescript';
import { parse } from './mutants.mjs';

/**
 * Where a probe stands: before statements in functions, and around the bodies of arrow functions without braces. What stands
 * outside of functions is run by every test that loads the file: probe 0.
 * @returns {{ start: number, end: number, isExpression: boolean }[]} in their order.
 */
function placesOf(source) {
  const places = [];
  const visit = (node) => {
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      places.push({ start: node.body.getStart(source), end: node.body.getEnd(), isExpression: true });
    }
    if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) {
      for (const one of node.statements) {
        // A directive or a declaration is nothing that happens.
        if (ts.isFunctionDeclaration(one) || ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) continue;
        places.push({ start: one.getStart(source), end: one.getEnd(), isExpression: false });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

/** The source with probes in it. */
export function withProbes(file, text) {
  const call = (number) => `globalThis.leadlightProbe?.(${JSON.stringify(file)}, ${number})`;
  const inserted = placesOf(parse(file, text)).flatMap(({ start, end, isExpression }, index) =>
    isExpression
      ? [
          { at: start, text: `(${call(index + 1)}, ` },
          { at: end, text: ')' },
        ]
      : [{ at: start, text: `${call(index + 1)};` }],
  );
  let result = text;
  // From the end, so that places stay where they are; what opens at a place comes before what closes there.
  for (const { at, text: more } of inserted
    .map((one, order) => ({ ...one, order }))
    .sort((a, b) => b.at - a.at || b.order - a.order)) {
    result = result.slice(0, at) + more + result.slice(at);
  }
  return `${call(0)};${result}`;
}

/** Finds the innermost probe before a place of a file. */
export function probeFinder(file, text) {
  const places = placesOf(parse(file, text));
  return (at) => {
    let best = 0;
    places.forEach(({ start, end }, index) => {
      if (start <= at && at < end && (best === 0 || start >= places[best - 1].start)) best = index + 1;
    });
    return best;
  };
}
