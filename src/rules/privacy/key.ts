/**
 * How people who must not be stored are remembered: an HMAC-SHA256 of each identifier under a key that no database holds. A
 * plain hash would not do, because the names in profile addresses can be guessed and tried.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { memberKey, slugKey } from '../../../packages/reader/src';

/** `member` and `slug` identify a person. `post` is the URN of a post written by an erased person. */
export const markedKinds = ['member', 'slug', 'post'] as const;
export type MarkedKind = (typeof markedKinds)[number];

export interface MarkedIdentity {
  readonly kind: MarkedKind;
  readonly value: string;
}

/** The form in which identifiers are compared and hashed: see text/identifiers.ts. */
export function normalForm({ kind, value }: MarkedIdentity): string {
  if (kind === 'member') return memberKey(value);
  return kind === 'slug' ? slugKey(value) : value;
}

/** The form that older releases hashed. Their digests cannot be recomputed in the new form, so both are looked up. */
function formerForm({ kind, value }: MarkedIdentity): string {
  if (kind === 'member') return value.replace(/^ACwAA/, 'ACoAA');
  return kind === 'slug' ? value.normalize('NFC').toLowerCase() : value;
}

export class SuppressionKey {
  private readonly digests: Buffer;
  private readonly seals: Buffer;

  /** @param secret of at least 32 characters, `SUPPRESSION_KEY`. */
  constructor(secret: string) {
    const derived = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'leadlight', use, 32));
    this.digests = derived('digests');
    this.seals = derived('seals');
  }

  /** Distinguishes keys without revealing any. A database stores it for the key that made its digests. */
  get fingerprint(): string {
    return createHmac('sha256', this.digests).update('which key').digest('base64url');
  }

  /**
   * The digest of an identifier. It differs by workspace, so that two workspaces cannot find out that the same person asked
   * both.
   */
  digest(organizationId: string, identity: MarkedIdentity): string {
    return this.digestOf(organizationId, identity.kind, normalForm(identity));
  }

  /** The digests under which a mark of the identity may be stored: the one of `digest`, and the one of older releases. */
  digestsToLookFor(organizationId: string, identity: MarkedIdentity): readonly string[] {
    const [form, former] = [normalForm(identity), formerForm(identity)];
    const digest = this.digestOf(organizationId, identity.kind, form);
    return form === former ? [digest] : [digest, this.digestOf(organizationId, identity.kind, former)];
  }

  private digestOf(organizationId: string, kind: MarkedKind, form: string): string {
    return createHmac('sha256', this.digests).update(`${organizationId}\n${kind}\n${form}`).digest('base64url');
  }

  /** Encrypts text (AES-256-GCM) that a job needs but the database must not reveal. */
  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.seals, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** @throws Error when the text was encrypted with another key. */
  open(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.seals, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}
