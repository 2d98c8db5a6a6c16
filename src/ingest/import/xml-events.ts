/** Reads XML from strangers as events, within bounds: no document type, no custom entities, limited depth and length. */
import { SaxesParser } from 'saxes';
import { ExportError } from './errors';

export interface XmlHandler {
  /** @param name without the prefix of its namespace. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const deepest = 64;
/** Most characters without a tag or attribute among them. A cell holds 32,767 at most. */
const longestRun = 2 * 1024 ** 2;
const mostAttributes = 100;
/** Bytes that are parsed between two yields: what they unfold to is in memory until then. */
const step = 2 * 1024;

const refuse = (what: string): never => {
  throw new ExportError(`The spreadsheet cannot be read: ${what}. Save it as CSV.`);
};
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads a document. Yields after each step.
 * @throws ExportError
 */
export async function* xmlEvents(
  bytes: AsyncIterable<Buffer>,
  handler: XmlHandler,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const decoder = new TextDecoder('utf-8');
  let [depth, attributes, run] = [0, 0, 0];
  parser.on('error', () => refuse('it is damaged'));
  parser.on('doctype', () => refuse('it declares a document type'));
  parser.on('attribute', () => {
    attributes += 1;
    run = 0;
    if (attributes > mostAttributes) refuse('it has a tag with too many attributes');
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    [attributes, run] = [0, 0];
    depth += 1;
    if (depth > deepest) refuse('it is nested too deeply');
    handler.open?.(localName(name), given);
  });
  parser.on('text', (text) => {
    run = 0;
    handler.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    run = 0;
    depth -= 1;
    handler.close?.(localName(name));
  });
  let any = false;
  for await (const chunk of bytes) {
    any = true;
    for (let from = 0; from < chunk.length; from += step) {
      const part = chunk.subarray(from, from + step);
      run += part.length;
      parser.write(decoder.decode(part, { stream: true }));
      if (run > longestRun) refuse('a part of it does not end');
      yield;
    }
  }
  // A part that does not exist gives no events.
  if (any) parser.close();
}

/** Reads a whole document. @throws ExportError */
export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of xmlEvents(bytes, handler));
}
