/** What was observed: people, posts and who engaged with what. */
import {
  descending,
  flag,
  id,
  integer,
  longText,
  optional,
  table,
  text,
  time,
  word,
  type RowOf,
} from '../../database/define';
import type { CommentClass, Disposition, EngagementType, Origin } from '../../shared/values';

export type { Disposition, EngagementType, Origin };

export const people = table({
  name: 'people',
  columns: {
    organization_id: id(),
    id: id(),
    display_name: text(200),
    headline: optional(text(500)),
    title: optional(text(200)),
    seniority: optional(word()),
    job_function: optional(word()),
    company_name: optional(text(200)),
    account_id: optional(text(120)),
    company_size: optional(word()),
    industry: optional(text(160)),
    country: optional(text(2)),
    region: optional(text(160)),
    profile_url: optional(text(500)),
    email: optional(text(254)),
    email_status: optional(word()),
    email_source: optional(text(60)),
    followers: optional(integer()),
    /** 1: a company page, never a lead. */
    is_company: flag(),
    /** What an enrichment stated outright; the columns above without it were read from the headline. */
    stated_title: optional(text(200)),
    stated_company: optional(text(200)),
    stated_seniority: optional(word()),
    stated_function: optional(word()),
    /** What the customer's CRM says, or was set by hand; the lead copies it. */
    disposition: word<Disposition>(),
    owner_id: optional(id()),
    /** When the name and headline were observed last, within the hour; an older export does not overwrite them. */
    observed_at: time(),
    /** The same for what an enrichment states; null when none did. */
    enriched_at: optional(time()),
    created_at: time(),
    updated_at: time(),
    /** What the headline says beside the job (`standing.ts`); null: not read yet. */
    standing: optional(text(500)),
    /** 1: asked not to be contacted. Counted, but never a lead, so nothing that is read through leads shows them. */
    do_not_contact: flag(),
    /** When the disposition was set by hand last; what imports say of it does not count from then on. Null: never. */
    disposition_set_at: optional(time()),
    /** The same of the owner. */
    owner_set_at: optional(time()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'people_account', fields: ['organization_id', 'account_id'] },
    { name: 'people_country', fields: ['organization_id', 'country', 'id'] },
    { name: 'people_industry', fields: ['organization_id', 'industry', 'id'] },
  ],
});

/** `company` is the page name of a company that acts. */
export type IdentityKind = 'member' | 'slug' | 'company';

/** The names under which the network knows a person: what people are merged on. */
export const personIdentities = table({
  name: 'person_identities',
  columns: { organization_id: id(), kind: word<IdentityKind>(), value: text(200), person_id: id() },
  primaryKey: ['organization_id', 'kind', 'value'],
  indexes: [{ name: 'person_identities_person', fields: ['organization_id', 'person_id'] }],
});

/** How a profile read over time: a row whenever headline, title, company or place changed. */
export const profileSnapshots = table({
  name: 'profile_snapshots',
  columns: {
    organization_id: id(),
    person_id: id(),
    observed_at: time(),
    id: id(),
    headline: optional(text(500)),
    title: optional(text(200)),
    company_name: optional(text(200)),
    country: optional(text(2)),
    region: optional(text(160)),
  },
  primaryKey: ['organization_id', 'person_id', 'observed_at', 'id'],
  indexes: [],
});

export const posts = table({
  name: 'posts',
  columns: {
    organization_id: id(),
    id: id(),
    urn: text(200),
    url: optional(text(500)),
    content_text: optional(longText()),
    excerpt: optional(text(280)),
    author_name: optional(text(200)),
    author_profile_url: optional(text(500)),
    author_person_id: optional(id()),
    monitored_profile_id: optional(id()),
    published_at: optional(time()),
    collected_at: time(),
    /** Counts as the network reported them; what we hold may be fewer. */
    reported_likes: optional(integer()),
    reported_comments: optional(integer()),
    reported_reposts: optional(integer()),
    /** 1: its author was erased; author and text are not stored again. */
    author_erased: flag(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'posts_author', fields: ['organization_id', 'author_person_id'] },
    { name: 'posts_profile', fields: ['organization_id', 'monitored_profile_id'] },
    { name: 'posts_published', fields: ['organization_id', descending('published_at'), 'id'] },
  ],
});

/** One post has different numbers as activity, share and ugcPost: all of them name the same row. */
export const postUrns = table({
  name: 'post_urns',
  columns: { organization_id: id(), urn: text(200), post_id: id() },
  primaryKey: ['organization_id', 'urn'],
  indexes: [{ name: 'post_urns_post', fields: ['organization_id', 'post_id'] }],
});

export const engagements = table({
  name: 'engagements',
  columns: {
    organization_id: id(),
    id: id(),
    post_id: id(),
    person_id: id(),
    /** Watched profile whose post this is. */
    monitored_profile_id: optional(id()),
    type: word<EngagementType>(),
    reaction: optional(word()),
    origin: word<Origin>(),
    /** When it happened; when the source did not say, when it was first observed. Never changes. */
    occurred_at: time(),
    observed_at: time(),
    comment_excerpt: optional(text(280)),
    /** 1: the whole text held a question or buying words (the text itself is not kept). */
    intent_hint: flag(),
    /** 1: the post's own author acted, which is no signal. */
    by_author: flag(),
    /** What tells two comments of one person under one post apart; empty for likes and reposts. */
    discriminator: text(64),
    /** Before which it cannot have been: when its post was made. Null: not known. */
    earliest_at: optional(time()),
    /** 1: the source said when, or the comment's number does. Null: stored before this was noted. */
    dated: optional(flag()),
    /** What the comment is, read from its whole text. Null: no words, no comment, or stored before this was noted. */
    comment_class: optional(word<CommentClass>()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    {
      name: 'engagements_identity',
      fields: ['organization_id', 'post_id', 'person_id', 'type', 'discriminator'],
      unique: true,
    },
    { name: 'engagements_time', fields: ['organization_id', descending('occurred_at'), 'id'] },
    { name: 'engagements_person', fields: ['organization_id', 'person_id', descending('occurred_at'), 'id'] },
    {
      name: 'engagements_profile',
      fields: ['organization_id', 'monitored_profile_id', descending('occurred_at'), 'id'],
    },
  ],
});

export type PersonRow = RowOf<typeof people>;
export type PostRow = RowOf<typeof posts>;
export type EngagementRow = RowOf<typeof engagements>;
export const engagementTables = [people, personIdentities, profileSnapshots, posts, postUrns, engagements];
