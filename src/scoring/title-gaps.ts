/**
 * Where listed titles are not found: the languages of a workspace's own people in which a title stands in no list, and titles of these
 * people that may be added, with whom each would take in. Writes nothing.
 */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/database';
import { headlinesReady } from '../shared/reader-ready';
import { icpDefinitionSchema, prepareIcp } from '../rules/fit/icp';
import { isListed, listedTitle, roleOf, titleLanguages, titlePhrase } from '../../packages/reader/src';
import { titledPeople, type TitledPerson } from '../store/reads/titled-people';

/** How many people are read at a time. */
const chunk = 500;
/** A language with fewer people is none of the workspace's. */
const fewest = 2;
const mostOffers = 20;
/** Titles of most people for which it is counted whom they would take in. */
const mostTried = 2 * mostOffers;
const mostNamed = 5;

export interface TitleGaps {
  /** Whether all people were looked through. */
  readonly whole: boolean;
  /** Listed titles with the languages in which they are not found, and how many people have a title in each. */
  readonly gaps: readonly {
    readonly title: string;
    readonly languages: readonly { readonly code: string; readonly people: number }[];
  }[];
  /** Titles of own people in these languages with the rank and field of a listed one, those of most people first. */
  readonly offers: readonly {
    readonly title: string;
    readonly code: string;
    /** The listed title that it is like. */
    readonly like: string;
    /** Whom it would take in. */
    readonly people: number;
    /** Some of them. */
    readonly named: readonly { readonly leadId: string; readonly name: string; readonly headline: string | null }[];
  }[];
}

/** Everybody who has one title, however it is written. */
interface Holders {
  readonly title: string;
  readonly phrase: string;
  readonly language: string | null;
  people: number;
  readonly named: TitledPerson[];
}

const lowers: ReadonlySet<string | null> = new Set(['director', 'manager']);

/**
 * @param definition of a customer profile, as JSON text. @param most the most people to look through, those known longest first.
 */
export async function titleGaps(
  db: Database,
  organizationId: string,
  definition: string,
  most = Number.POSITIVE_INFINITY,
): Promise<TitleGaps> {
  const profile = icpDefinitionSchema.parse(JSON.parse(definition));
  if (profile.titles.length === 0) return { whole: true, gaps: [], offers: [] };
  await headlinesReady();
  const { titles, fieldWords, seniorities, functions } = profile;
  const match = prepareIcp({ titles, fieldWords, seniorities, functions });
  const languages = await titleLanguages();
  const held = new Map<string, Holders>();
  const spoken = new Map<string, number>();
  let [after, left, whole] = ['', most, false];
  while (left > 0) {
    const page = await titledPeople(db, organizationId, after, Math.min(chunk, left));
    for (const person of page) {
      const phrase = titlePhrase(person.title);
      let known = held.get(phrase);
      if (known === undefined) {
        known = { title: person.title, phrase, language: languages.of(person.title), people: 0, named: [] };
        held.set(phrase, known);
      }
      if (known.language !== null) spoken.set(known.language, (spoken.get(known.language) ?? 0) + 1);
      const { title, headline, seniority, job_function, company_size: companySize } = person;
      const facts = { title, headline, seniority, function: job_function, companySize };
      const { evidence } = match({ ...facts, companyName: null, industry: null, country: null });
      if (evidence.some(({ outcome }) => outcome === 'match')) continue;
      known.people += 1;
      if (known.named.length < mostNamed) known.named.push(person);
    }
    after = page.at(-1)?.id ?? '';
    left -= page.length;
    whole = page.length < chunk && left > 0;
    if (whole || page.length === 0) break;
    await setImmediate();
  }
  const here = [...spoken]
    .filter(([, people]) => people >= fewest)
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  const gaps = titles.flatMap((title) => {
    const missing = new Set(
      languages.notFound(
        title,
        here.map(([language]) => language),
      ),
    );
    // "CRO" is in no list of English, and is found in "Chief Revenue Officer" all the same. Who is "CRO" alone tells no language: English.
    const { phrase } = listedTitle(title);
    const isFound = (code: string) =>
      [...held.values()].some(({ language, phrase: all }) => (language ?? 'en') === code && all.includes(phrase));
    const among = here.filter(([language]) => missing.has(language) && !isFound(language));
    return among.length === 0 ? [] : [{ title, languages: among.map(([code, people]) => ({ code, people })) }];
  });
  return {
    whole,
    gaps,
    offers: await offersOf(
      gaps,
      [...held.values()].filter(({ people }) => people > 0),
    ),
  };
}

/** Gives the event loop a turn now and then: a workspace may have thousands of titles. */
async function offersOf(gaps: TitleGaps['gaps'], held: readonly Holders[]): Promise<TitleGaps['offers']> {
  const missing = gaps.map(({ title, languages }) => {
    const { seniority, function: field } = roleOf(title);
    return { title, seniority, field, languages: new Set(languages.map(({ code }) => code)) };
  });
  const alike: { readonly title: string; readonly code: string; readonly like: string; readonly people: number }[] = [];
  const inGaps = held.filter(({ language }) =>
    missing.some(({ languages }) => language !== null && languages.has(language)),
  );
  for (const [n, { title, language, people }] of inGaps.entries()) {
    if (n % chunk === chunk - 1) await setImmediate();
    if (language === null) continue;
    const role = roleOf(title);
    // Languages without a word for "Head of" say "chef" or "responsable", which the word lists have as managers.
    const like = missing.find(
      ({ seniority, field, languages }) =>
        languages.has(language) &&
        field !== null &&
        field === role.function &&
        seniority !== null &&
        (seniority === role.seniority || (seniority === 'director' && lowers.has(role.seniority))),
    );
    if (like !== undefined) alike.push({ title, code: language, like: like.title, people });
  }
  const offers: TitleGaps['offers'][number][] = [];
  alike.sort((a, b) => b.people - a.people || (a.title < b.title ? -1 : 1));
  for (const offer of alike.slice(0, mostTried)) {
    await setImmediate();
    const listed = listedTitle(offer.title);
    const takes = held.filter(({ title, phrase }) => isListed(listed, title, phrase));
    const named = takes.flatMap((one) => one.named).slice(0, mostNamed);
    offers.push({
      ...offer,
      people: takes.reduce((sum, { people }) => sum + people, 0),
      named: named.map(({ id, display_name: name, headline }) => ({ leadId: id, name, headline })),
    });
  }
  return offers.sort((a, b) => b.people - a.people || (a.title < b.title ? -1 : 1)).slice(0, mostOffers);
}
