/** Turns the bytes of a file into letters, in every encoding that imports read. */
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';

/** Code pages of DOS, in which some accounting and CRM programs still export. Node has no decoders for them. */
export const dosPages = ['cp437', 'cp737', 'cp850', 'cp852', 'cp857', 'cp862', 'cp865', 'cp866'] as const;

/** Decodes a text piece by piece. `bytes` is left out at the end. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

const isDosPage = (encoding: string): boolean => dosPages.some((page) => page === encoding);
/** Each byte is a letter of its own, so that no state is needed. */
const dosDecoder = (page: string): Decoder => ({
  decode: (bytes) => (bytes === undefined ? '' : iconv.decode(Buffer.from(bytes), page)),
});

/** @param marks whether byte-order marks stay in the text. */
export function decoderOf(encoding: string, { marks = false } = {}): Decoder {
  return isDosPage(encoding) ? dosDecoder(encoding) : new TextDecoder(encoding, { ignoreBOM: marks });
}

/** A text in an encoding; null when some of its bytes are no letters there. */
export function decoded(bytes: Buffer, encoding: string): string | null {
  if (isDosPage(encoding)) return iconv.decode(bytes, encoding);
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    // In a stream: all at once, some versions of Node take Windows-1252 for ISO 8859-1.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    return null;
  }
}

/** A longer line is not waited for. */
const longestLine = 1024 * 1024;
const newline = 10;

/** Lines in UTF-8, and lines in another encoding between them, as in exports that were put together. */
export class MixedDecoder implements Decoder {
  private open = Buffer.alloc(0);
  private readonly other: Decoder;

  /** @param encoding of lines that are not UTF-8; one byte is one letter in it. */
  constructor(encoding: string) {
    this.other = decoderOf(encoding);
  }

  decode(bytes: Uint8Array = Buffer.alloc(0), { stream = false } = {}): string {
    const all = Buffer.concat([this.open, bytes]);
    const end = stream && all.length < longestLine ? all.lastIndexOf(newline) + 1 : all.length;
    this.open = Buffer.from(all.subarray(end));
    let text = '';
    for (let from = 0; from < end;) {
      const at = all.indexOf(newline, from);
      const to = at === -1 || at >= end ? end : at + 1;
      const line = all.subarray(from, to);
      text += isUtf8(line) ? line.toString('utf8') : this.other.decode(line, { stream: true });
      from = to;
    }
    return text;
  }
}
