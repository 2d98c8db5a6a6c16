/** Reads the texts of a file with the word lists and models that lie beside this copy of the program, and says what that took. */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { companyKeys, isCoined, readComment, readHeadline, readPlace, titleMatches } from '../../packages/reader/src';

export const texts = z.object({ headlines: z.array(z.string()), comments: z.array(z.string()) });
export const measured = z.object({
  jobs: z.array(z.array(z.string().nullable())),
  classes: z.array(z.string()),
  /** Of the memory after everything was loaded, without that before it, in MB. */
  heap: z.number(),
  buffers: z.number(),
  /** CPU time of a text, in µs, in the second of two passes. */
  headline: z.number(),
  comment: z.number(),
});

function memory() {
  global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, buffers: arrayBuffers / 2 ** 20 };
}

/** Each text with something behind it that no other call has, so that nothing is remembered. */
function costOf(of: readonly string[], read: (text: string) => unknown): number {
  const start = process.cpuUsage();
  of.forEach((text, at) => read(`${text} Q${at}x`));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / of.length;
}

function main(input: string, output: string): void {
  const { headlines, comments } = texts.parse(JSON.parse(readFileSync(input, 'utf8')));
  const before = memory();
  readHeadline('CFO at Acme');
  readComment('What does it cost?');
  readPlace('Köln, Deutschland');
  titleMatches('Leitung Nachhaltigkeit', 'Head of Sustainability');
  companyKeys('Nordwerk A/S');
  isCoined('Hebemax');
  const after = memory();
  const jobs = headlines.map((text) => {
    const { title, seniority, function: role, companyName } = readHeadline(text).job;
    return [title, seniority, role, companyName];
  });
  const classes = comments.map((text) => readComment(text).said);
  const found: z.output<typeof measured> = {
    jobs,
    classes,
    heap: after.heap - before.heap,
    buffers: after.buffers - before.buffers,
    headline: costOf(headlines, readHeadline),
    comment: costOf(comments, (text) => readComment(text)),
  };
  writeFileSync(output, JSON.stringify(found));
}

const [input, output] = process.argv.slice(2);
if (require.main === module && input !== undefined && output !== undefined) main(input, output);
