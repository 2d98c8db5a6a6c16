/**
 * The keys under which secrets in the database are encrypted where `MASTER_KEY` is set: AES-256-GCM under a key derived from it. The
 * text says which key it was, so that a former key still reads what it wrote.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const form = /^mk1\.([\w-]{16})\.([\w-]+)$/;

/** Whether a text was encrypted under a master key, whichever. */
export const isUnderMasterKey = (text: string): boolean => form.test(text);

/** How a text under the master key of this id begins; without an id, under any. */
export const masterKeyPrefix = (id: string | undefined): string => (id === undefined ? 'mk1.' : `mk1.${id}.`);

class MasterKey {
  private readonly secret: Buffer;
  /** Tells keys apart without revealing any. */
  readonly id: string;

  constructor(secret: string) {
    const derived = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'leadlight', use, 32));
    this.secret = derived('master seals');
    this.id = createHmac('sha256', derived('master id')).update('which key').digest('base64url').slice(0, 16);
  }

  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.secret, nonce).setAAD(Buffer.from(this.id));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${masterKeyPrefix(this.id)}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** @throws Error when it was changed. */
  open(body: string): string {
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.secret, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(this.id)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}

export class MasterKeys {
  private readonly current: MasterKey | undefined;
  private readonly known: readonly MasterKey[];

  /**
   * @param current `MASTER_KEY`: encrypts and reads. Undefined: nothing is encrypted under a master key any more.
   * @param previous `MASTER_KEY_PREVIOUS`: only reads.
   */
  constructor(current: string | undefined, previous: string | undefined) {
    this.current = current === undefined ? undefined : new MasterKey(current);
    const former = previous === undefined ? [] : [new MasterKey(previous)];
    this.known = this.current ? [this.current, ...former] : former;
  }

  /** The id of `MASTER_KEY`; undefined where it is not set. */
  get currentId(): string | undefined {
    return this.current?.id;
  }

  /** Whether this is the id of `MASTER_KEY` or `MASTER_KEY_PREVIOUS`. */
  knows(id: string): boolean {
    return this.known.some((key) => key.id === id);
  }

  /** @returns undefined where `MASTER_KEY` is not set. */
  seal(text: string): string | undefined {
    return this.current?.seal(text);
  }

  /** @returns undefined when it was encrypted under another key, or changed. */
  open(sealed: string): string | undefined {
    const [, id, body] = form.exec(sealed) ?? [];
    if (body === undefined) return undefined;
    try {
      return this.known.find((key) => key.id === id)?.open(body);
    } catch {
      return undefined;
    }
  }

  /** Whether this is how a text would be encrypted now: under `MASTER_KEY`, or without it under none. */
  isCurrent(text: string): boolean {
    return form.exec(text)?.[1] === this.currentId;
  }
}
