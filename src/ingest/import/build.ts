/** Builders of records that several formats share. */
import type { Out, ReadContext } from './context';
import { cleanFact, cleanLines, lengths, parseDomain, parseEmailStatus, parseWorkEmail } from './fields';
import { isNetworkHost, type Network } from './network';
import { parseProfileReference } from './profile';
import type { EngagementRecord, PersonRef, Position, PostRecord, PostRef } from './records';

type Raw = string | null | undefined;

/** Enrichment as a row has it. What the format lacks is left out. */
export interface RawEnrichment {
  readonly title?: Raw;
  readonly seniority?: Raw;
  readonly function?: Raw;
  readonly companyName?: Raw;
  /** Address of the company's page. */
  readonly companyUrl?: Raw;
  /** Domain, web address or e-mail address. */
  readonly companyDomain?: Raw;
  readonly companySize?: Raw;
  readonly industry?: Raw;
  readonly location?: Raw;
  readonly country?: Raw;
  readonly region?: Raw;
  readonly email?: Raw;
  readonly emailStatus?: Raw;
}

/** Puts a person with what is known about them. A personal e-mail address is left out and counted. */
export function putPerson(
  out: Out,
  at: Position,
  context: ReadContext,
  person: PersonRef,
  raw: RawEnrichment,
  observedAt: number = context.observedAt,
): void {
  const email = parseWorkEmail(raw.email ?? null);
  if (email === 'personal') out.push({ kind: 'skipped', at, reason: 'personal_email' });
  const work = email === 'personal' ? null : (email?.email ?? null);
  const companyName = cleanFact(raw.companyName, lengths.name);
  const isAddress = companyName !== null && /^(?:https?:\/\/|www\.)\S+$/i.test(companyName);
  const site = raw.companyDomain ?? (isAddress ? companyName : null);
  out.push({
    kind: 'person',
    at,
    person,
    title: cleanFact(raw.title, lengths.name),
    seniority: cleanFact(raw.seniority, lengths.short),
    function: cleanFact(raw.function, lengths.short),
    companyName: isAddress ? null : companyName,
    companySlug: companySlug(raw.companyUrl, context) ?? companySlug(site, context),
    companyDomain: domainOf(site, context.network),
    companySize: context.size(raw.companySize),
    industry: cleanFact(raw.industry, lengths.short),
    location: cleanFact(raw.location, lengths.name),
    country: cleanFact(raw.country, lengths.short),
    region: cleanFact(raw.region, lengths.short),
    email: work,
    emailStatus: work === null ? null : parseEmailStatus(raw.emailStatus ?? null),
    observedAt,
  });
}

/** The domain of a company. That of the network is nobody's: its pages of all companies are there. */
export function domainOf(address: Raw, network: Network): string | null {
  const domain = parseDomain(address ?? null);
  return domain === null || isNetworkHost(domain, network) ? null : domain;
}

/** The name in the address of a company page; null when it is no such address. */
export function companySlug(url: Raw, context: ReadContext): string | null {
  const found = url ? parseProfileReference(url, context.network) : undefined;
  return found?.ok && found.kind === 'company' ? found.slug : null;
}

/** Puts an engagement. What is left out is unknown. */
export function putEngagement(
  out: Out,
  at: Position,
  facts: Pick<EngagementRecord, 'post' | 'actor' | 'type' | 'observedAt'> &
    Partial<Pick<EngagementRecord, 'reaction' | 'commentText' | 'commentId' | 'occurredAt' | 'isPostAuthor'>>,
): void {
  const { post } = facts;
  out.push({
    kind: 'engagement',
    at,
    post: { urn: post.urn, kind: post.kind, id: post.id, url: post.url },
    actor: facts.actor,
    type: facts.type,
    reaction: facts.reaction ?? null,
    commentText: cleanLines(facts.commentText, lengths.comment),
    commentId: facts.commentId ?? null,
    occurredAt: facts.occurredAt ?? null,
    observedAt: facts.observedAt,
    isPostAuthor: facts.isPostAuthor ?? false,
  });
}

/** Puts a post. What is left out is unknown. `others` are further references known to be the same post. */
export function putPost(
  out: Out,
  at: Position,
  post: PostRef,
  observedAt: number,
  facts: Partial<
    Pick<PostRecord, 'text' | 'author' | 'authorName' | 'publishedAt' | 'likes' | 'comments' | 'reposts'>
  > & {
    readonly others?: readonly PostRef[];
  } = {},
): void {
  out.push({
    kind: 'post',
    at,
    post: { urn: post.urn, kind: post.kind, id: post.id, url: post.url },
    urns: [...new Set([post.urn, ...(facts.others ?? []).map((other) => other.urn)])],
    text: cleanLines(facts.text, lengths.post),
    author: facts.author ?? null,
    authorName: cleanFact(facts.authorName ?? facts.author?.name, lengths.name),
    publishedAt: facts.publishedAt ?? null,
    likes: facts.likes ?? null,
    comments: facts.comments ?? null,
    reposts: facts.reposts ?? null,
    observedAt,
  });
}
