/**
 * What the model looks at: for each word of a headline numbers ("buckets") of what it is and of what stands around it. A bucket is a
 * hash, so that no list of features is kept; two features that share one are told apart by the others of the word.
 */
import { firstRank, joinCodes, type Evidence, type PartEvidence } from './evidence';
import { isIdeograph, isMark, shapes, type Token } from './tokens';

/** There are two to this power of buckets. A change of this file, of `tokens.ts` or `evidence.ts` needs the model trained again. */
export const bucketBits = 21;
const mask = (1 << bucketBits) - 1;
/** Most features of one word. */
export const mostFeatures = 45;

/** How many words away a word that joins, or one of a title, is still looked for. */
const sight = 8;

/** What stands where the headline has no word. */
const before = -7;
const behind = -9;

/** The bucket of a feature: which one it is, and up to three values. */
function bucketOf(feature: number, a: number, b = 0, c = 0): number {
  let hash = Math.imul(feature + 0x9e37, 0x85ebca6b);
  hash = Math.imul((hash ^ a) + 0x7f4a, 0xc2b2ae35);
  hash ^= hash >>> 15;
  hash = Math.imul((hash ^ b) + 0x51ed, 0x27d4eb2f);
  hash ^= hash >>> 13;
  hash = Math.imul((hash ^ c) + 0x3c6e, 0x165667b1);
  hash ^= hash >>> 16;
  return hash & mask;
}

/** A number for each token, with places for the two before the first and behind the last. */
function column(tokens: readonly Token[], of: (token: Token, at: number) => number): Int32Array {
  const values = new Int32Array(tokens.length + 4);
  values.fill(before, 0, 2);
  values.fill(behind, tokens.length + 2);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token !== undefined) values[at + 2] = of(token, at);
  }
  return values;
}

/** The features of one headline. */
export class Features {
  private readonly whole: Int32Array;
  private readonly shape: Int32Array;
  private readonly kind: Int32Array;
  /** How the headline is written: 1 in capitals throughout, 2 without any, else 0. */
  private readonly style: number;
  private readonly counts: number;
  private readonly firstRanked: number;
  private readonly firstWorking: number;
  /** For letters without spaces, what they stand in. */
  private readonly chunks: readonly Chunk[];
  /** For each token 1 for an ordinary word, 2 for another one, 0 for a mark. */
  private readonly ordinary: Int32Array;
  /** For each token the cluster of its word, and the coarse one. */
  private readonly fine: Int32Array;
  private readonly coarse: Int32Array;
  /** For each part: every word is ordinary, or listed. */
  private readonly plain: Uint8Array;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly evidence: Evidence,
  ) {
    const { parts, kind } = evidence;
    this.whole = column(tokens, ({ form }) => form.whole);
    this.shape = column(tokens, ({ form }) => form.shape);
    this.kind = column(tokens, (_, at) => kind[at] ?? 0);
    this.style = styleOf(tokens);
    this.counts = countsOf(parts);
    this.chunks = chunksOf(tokens, evidence);
    this.ordinary = column(tokens, (token) => (isMark(token) ? 0 : token.form.ordinary ? 1 : 2));
    this.fine = column(tokens, ({ form }) => form.cluster.fine);
    this.coarse = column(tokens, ({ form }) => form.cluster.coarse);
    this.plain = Uint8Array.from(parts, ({ from, to }) => (this.isPlain(from, to) ? 1 : 0));
    this.firstRanked = parts.findIndex(({ hasRank }) => hasRank);
    this.firstWorking = parts.findIndex(({ hasRank, hasJob }) => hasRank || hasJob);
  }

  /** What is asked at the end: how many parts name a rank, or work, and how many there are. Under `endKinds`. */
  get end(): number {
    return this.counts * 6 + Math.min(this.evidence.parts.length, 5);
  }

  /** Writes the buckets of a word. @returns how many */
  write(at: number, into: Int32Array): number {
    const { whole, shape, kind, style, evidence } = this;
    const token = this.tokens[at];
    if (token === undefined) return 0;
    const { form } = token;
    const i = at + 2;
    const w = form.whole;
    const s = form.shape;
    const k = kind[i] ?? 0;
    const [wBefore, wNext] = [whole[i - 1] ?? 0, whole[i + 1] ?? 0];
    const [sBefore, sNext] = [shape[i - 1] ?? 0, shape[i + 1] ?? 0];
    const [kBefore, kNext] = [kind[i - 1] ?? 0, kind[i + 1] ?? 0];
    const n = evidence.part[at] ?? -1;
    const part = evidence.parts[n];
    const p = part?.kind ?? -1;
    const tight = at > 0 && this.tokens[at - 1]?.to === token.from ? 1 : 0;
    const brand = evidence.brand[at] ?? 0;
    into[0] = bucketOf(1, w);
    into[1] = bucketOf(2, wBefore);
    into[2] = bucketOf(6, s, style);
    into[3] = bucketOf(8, s, sNext, style);
    if (isIdeograph(token)) {
      // One letter has no beginning and end: its neighbours are what else the word is made of.
      into[4] = bucketOf(4, wBefore, w);
      into[5] = bucketOf(5, w, wNext);
      into[6] = bucketOf(56, wBefore, w, wNext);
    } else {
      into[4] = bucketOf(9, form.end);
      into[5] = bucketOf(10, form.start);
      into[6] = bucketOf(11, form.end2, s);
    }
    into[7] = bucketOf(17, kind[i - 2] ?? 0, kBefore);
    into[8] = bucketOf(18, kNext, kind[i + 2] ?? 0);
    into[9] = bucketOf(19, p);
    into[10] = bucketOf(23, wBefore, s, tight);
    into[11] = bucketOf(24, whole[i - 2] ?? 0, wBefore);
    into[12] = bucketOf(27, kBefore, k, kNext);
    into[13] = bucketOf(28, sBefore, k, s);
    into[14] = bucketOf(29, Math.min(evidence.parts.length, 5), this.counts, k);
    into[15] = bucketOf(59, this.edge(at - 1), this.edge(at), w);
    into[16] = bucketOf(60, brand, evidence.brand[at + 1] ?? 0, s);
    into[17] = bucketOf(65, form.start, wBefore);
    into[30] = bucketOf(57, this.edge(at - 1), this.edge(at), k);
    const { fine, coarse } = this;
    into[31] = bucketOf(82, fine[i] ?? 0, s);
    into[32] = bucketOf(83, fine[i - 1] ?? 0, s);
    into[33] = bucketOf(84, fine[i + 1] ?? 0, s);
    into[34] = bucketOf(85, coarse[i - 1] ?? 0, coarse[i] ?? 0, coarse[i + 1] ?? 0);
    if (part !== undefined) {
      const written = this.writeInPart(at, n, part, into);
      return isIdeograph(token) ? this.writeInChunk(at, written, into) : written;
    }
    into[18] = bucketOf(30, w, this.partKind(evidence.part[at - 1] ?? -1), this.partKind(evidence.part[at + 1] ?? -1));
    into[19] = bucketOf(31, w, kBefore, kNext);
    into[20] = bucketOf(32, w, sBefore, sNext);
    into[21] = bucketOf(33, w, this.counts);
    into[22] = bucketOf(3, wNext, w);
    return 23;
  }

  /** What depends on the part of the headline in which the word stands. */
  private writeInPart(at: number, n: number, part: PartEvidence, into: Int32Array): number {
    const { whole, evidence, tokens } = this;
    const { rank, job, join } = evidence;
    const { from, to, kind: p } = part;
    const s = this.shape[at + 2] ?? 0;
    const k = this.kind[at + 2] ?? 0;
    const left = whole[from + 1] ?? 0;
    const right = whole[to + 2] ?? 0;
    const place = at === from ? 1 : at === to - 1 ? 2 : 3;
    const first = (n === this.firstRanked ? 1 : 0) + (n === this.firstWorking ? 2 : 0);
    const [near, far] = [Math.max(from, at - sight), Math.min(to, at + sight)];
    let joint = at - 1;
    while (joint >= near && !isJoint(join[joint])) joint -= 1;
    const since = joint < near ? 0 : Math.min(at - joint, 4);
    let ahead = at + 1;
    while (ahead < far && join[ahead] !== joinCodes.strong && join[ahead] !== joinCodes.strict) ahead += 1;
    let known = at - 1;
    while (known >= near && !isWork(rank[known], job[known])) known -= 1;
    let unknown = 0;
    while (unknown < 3 && at - unknown >= from && this.kind[at - unknown + 2] === 0) unknown += 1;
    into[18] = bucketOf(35, left, right, p);
    into[19] = bucketOf(36, this.partKind(n - 1), p, left);
    into[20] = bucketOf(37, p, this.partKind(n + 1), right);
    into[21] = bucketOf(40, Math.min(to - from, 7), p);
    into[22] = bucketOf(41, place, k, s);
    into[23] = bucketOf(43, Math.min(n, 4), Math.min(evidence.parts.length, 5), p);
    into[24] = bucketOf(44, Math.min(n, 4), first, k);
    into[25] = bucketOf(46, tokens[to - 1]?.form.end ?? 0, p);
    into[26] = bucketOf(48, since === 0 ? -1 : (whole[joint + 2] ?? 0), since);
    into[27] = bucketOf(49, since === 0 ? 0 : (join[joint] ?? 0), s, k);
    into[28] = bucketOf(53, unknown, s, ahead < far ? Math.min(ahead - at, 3) : 0);
    into[29] = bucketOf(52, known < near ? 0 : Math.min(at - known, 4), s, k);
    const { ordinary } = this;
    const around = ((ordinary[at + 1] ?? 0) * 16 + (ordinary[at + 2] ?? 0)) * 16 + (ordinary[at + 3] ?? 0);
    into[35] = bucketOf(80, around, s, k);
    into[36] = bucketOf(81, this.plain[n] ?? 0, p, s);
    into[37] = bucketOf(86, this.fine[from + 2] ?? 0, p);
    into[38] = bucketOf(87, this.fine[to + 1] ?? 0, p);
    return 39;
  }

  /** Where no spaces are written: what stands between two of those that are is what a word is elsewhere. */
  private writeInChunk(at: number, written: number, into: Int32Array): number {
    const { first, last, house } = this.chunks[at] ?? { first: at, last: at, house: 0 };
    const k = this.kind[at + 2] ?? 0;
    const length = Math.min(last - first, 7);
    const ends = this.kind[last + 2] ?? 0;
    const fromFirst = Math.min(at - first, 5);
    const toLast = Math.min(last - at, 5);
    into[written] = bucketOf(70, ends, length, k);
    into[written + 1] = bucketOf(71, house, fromFirst === 0 ? 1 : toLast === 0 ? 2 : 3, k);
    into[written + 2] = bucketOf(72, ends, house, this.kind[last + 3] ?? 0);
    into[written + 3] = bucketOf(73, fromFirst, toLast, k);
    into[written + 4] = bucketOf(74, this.whole[last + 2] ?? 0, this.whole[last + 1] ?? 0, fromFirst === 0 ? 1 : 0);
    into[written + 5] = bucketOf(75, this.kind[first + 1] ?? 0, house, ends);
    return written + 6;
  }

  private isPlain(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) if (this.ordinary[at + 2] === 2 && this.kind[at + 2] === 0) return false;
    return true;
  }

  private edge(at: number): number {
    return this.evidence.edge[at] ?? 16;
  }

  private partKind(n: number): number {
    return this.evidence.parts[n]?.kind ?? (n < 0 ? before : behind);
  }
}

/** Letters between two spaces: the first and last token, and the strongest word for a house among them. */
interface Chunk {
  readonly first: number;
  readonly last: number;
  readonly house: number;
}

function chunksOf(tokens: readonly Token[], { part, house }: Evidence): readonly Chunk[] {
  const chunks: Chunk[] = [];
  if (!tokens.some(isIdeograph)) return chunks;
  for (let first = 0; first < tokens.length;) {
    let last = first;
    while (tokens[last + 1]?.from === tokens[last]?.to && part[last + 1] === part[first]) last += 1;
    const chunk = { first, last, house: Math.max(...house.subarray(first, last + 1)) };
    while (first <= last) chunks[first++] = chunk;
  }
  return chunks;
}

const isJoint = (join = 0) => join > 0 && join <= joinCodes.withinNames;
const isWork = (rank = 0, job = 0) => rank >= firstRank || job > 1;

function styleOf(tokens: readonly Token[]): number {
  let [capitals, small] = [0, 0];
  for (const { form } of tokens) {
    const shape = shapes[form.shape];
    if (shape === 'capitals') capitals += 1;
    else if (shape === 'small') small += 1;
    else if (shape === 'capital' || shape === 'capitals inside' || shape === 'small, capitals inside') return 0;
  }
  if (small === 0 && capitals > 1) return 1;
  return capitals === 0 && small > 1 ? 2 : 0;
}

function countsOf(parts: readonly PartEvidence[]): number {
  const ranked = parts.filter(({ hasRank }) => hasRank).length;
  const working = parts.filter(({ hasRank, hasJob }) => hasRank || hasJob).length;
  return Math.min(ranked, 3) * 4 + Math.min(working, 3);
}

export const endKinds = 16 * 6;
/** Steps from one word to the next are told apart by what stands in front: a mark by its shape, a word by how it joins. */
export const stepKinds = shapes.length + 6;

/** The kind of the step to a token. */
export function stepTo(at: number, tokens: readonly Token[], { join }: Evidence): number {
  const last = tokens[at - 1];
  if (last === undefined) return 0;
  return isMark(last) ? last.form.shape : shapes.length + (join[at - 1] ?? 0);
}
