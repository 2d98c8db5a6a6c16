import { z } from 'zod';
import { ineligibility } from '../../src/rules/tier/eligibility';
import type { OtherPerson } from '../../src/store/reads/other-people';
import type { Caller } from '../../src/workspace/workspace';
import { defineQuery } from '../define';
import { asUuid, input, searchText } from '../fields';
import { referenceOf } from '../privacy/person';
import { address } from '../schemas/values';
import { othersWordsOrNull } from '../words-of-others';

/** Most people in an answer. */
const most = 6;

const reasons = [
  'COMPANY_PAGE',
  'OWN_PROFILE',
  'TEAMMATE',
  'NOT_ACCEPTED',
  'NOT_SCORED',
  'OWN_POSTS',
  'NO_ENGAGEMENT',
  'SUPPRESSED',
] as const;
type Reason = (typeof reasons)[number];

/** An address, a member id or an id: what names one person exactly. */
const isReference = (text: string) => /\/|^\d{5,30}$|^ACoA/.test(text) || asUuid(text) !== undefined;

export const findOtherPeople = defineQuery({
  name: 'find_other_people',
  title: 'Find people who are no leads',
  description:
    'Finds people of the workspace who are no leads, by the beginning of their name, and says why. The address of a profile, a member id, the id of a lead or the address of its page finds that person, lead or not. Of somebody who must not be contacted or stored it says that alone, to owners and admins who name them exactly.',
  right: 'readLeads',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ search: searchText(500, 'The beginning of a name, or what names one person exactly.') }),
  output: z.strictObject({
    data: z
      .array(
        z.strictObject({
          leadId: z.guid().nullable().describe('Id of their lead. Null: they are none.'),
          displayName: othersWordsOrNull('Name.'),
          headline: othersWordsOrNull('Headline.'),
          profileUrl: address('Address of the profile.').nullable(),
          reason: z.enum(reasons).nullable().describe('Why they are no lead. Null if they are one.'),
        }),
      )
      .describe('At most 6.'),
  }),
  async run(workspace, { search }) {
    const { store, caller } = workspace;
    const text = search.trim();
    if (!isReference(text)) return { data: (await store.otherPeople.named(text, most)).map(show) };
    const reference = readReference(text, workspace);
    if (!reference) return { data: [] };
    const found = await store.otherPeople.identified(reference);
    const known = found.filter((one) => one.do_not_contact === 0).slice(0, most);
    if (known.length > 0) return { data: known.map(show) };
    const marked =
      found.length > 0 || ('identities' in reference && (await store.otherPeople.isMarked(reference.identities)));
    return { data: marked && mayKnow(caller) ? [suppressed] : [] };
  },
});

const suppressed = { leadId: null, displayName: null, headline: null, profileUrl: null, reason: 'SUPPRESSED' } as const;

/** Requests of people about their data are for owners and admins (`readPrivacy`). */
const mayKnow = (caller: Caller) =>
  caller.kind === 'operator' || (caller.kind === 'session' && caller.role !== 'MEMBER');

function readReference(text: string, workspace: Parameters<typeof referenceOf>[1]) {
  try {
    return referenceOf(text, workspace);
  } catch {
    // It names nobody: a search finds nothing.
    return undefined;
  }
}

function show(person: OtherPerson) {
  return {
    leadId: person.is_lead === 1 ? person.id : null,
    displayName: person.display_name === '' ? null : person.display_name,
    headline: person.headline,
    profileUrl: person.profile_url,
    reason: person.is_lead === 1 ? null : reasonOf(person),
  };
}

function reasonOf(person: OtherPerson): Reason {
  const row = ineligibility({
    isPostAuthor: false,
    actorKind: person.is_company === 1 ? 'COMPANY' : 'PERSON',
    profileType: person.profile_type,
    relationship: person.relationship,
  });
  if (row) return row.reason === 'SELF' ? 'OWN_PROFILE' : row.reason === 'POST_AUTHOR' ? 'OWN_POSTS' : row.reason;
  if (person.held === 1) return 'NOT_ACCEPTED';
  if (person.queued === 1) return 'NOT_SCORED';
  return person.engaged === 1 ? 'OWN_POSTS' : 'NO_ENGAGEMENT';
}
