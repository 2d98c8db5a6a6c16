/** Observations: people, posts, and who engaged with what. */
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
import type { StoredClass, Disposition, DispositionReason, EngagementType, Origin } from '../../shared/values';

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
    /** Facts stated by an enrichment. The columns above without `stated_` were read from the headline. */
    stated_title: optional(text(200)),
    stated_company: optional(text(200)),
    stated_seniority: optional(word()),
    stated_function: optional(word()),
    /** From the customer's CRM or set by hand. The lead copies it. */
    disposition: word<Disposition>(),
    owner_id: optional(id()),
    /** When name and headline were last observed, to the hour. An older export does not overwrite them. */
    observed_at: time(),
    /** The same for facts of an enrichment. Null when there were none. */
    enriched_at: optional(time()),
    created_at: time(),
    updated_at: time(),
    /** What the headline says besides the job (`exclusion-reasons.ts`). Null: not read yet. */
    standing: optional(text(500)),
    /** 1: the person asked not to be contacted. They are counted but never a lead, so no read of leads shows them. */
    do_not_contact: flag(),
    /** When the disposition was last set by hand. Imports no longer change it then. Null: never. */
    disposition_set_at: optional(time()),
    /** The same for the owner. */
    owner_set_at: optional(time()),
    /** Why the person was set aside as BAD_LEAD, by hand. Null: no reason given, or another disposition. */
    disposition_reason: optional(word<DispositionReason>()),
    /** How likely title and company are as read from the headline, in thousandths. Null: neither was read there, or not yet. */
    read_confidence: optional(integer()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'people_account', fields: ['organization_id', 'account_id'] },
    { name: 'people_country', fields: ['organization_id', 'country', 'id'] },
    { name: 'people_industry', fields: ['organization_id', 'industry', 'id'] },
  ],
});

/** `company`: the page name of a company that engages. */
export type IdentityKind = 'member' | 'slug' | 'company';

/** Identities of people in the network. People are merged by them. */
export const personIdentities = table({
  name: 'person_identities',
  columns: { organization_id: id(), kind: word<IdentityKind>(), value: text(200), person_id: id() },
  primaryKey: ['organization_id', 'kind', 'value'],
  indexes: [{ name: 'person_identities_person', fields: ['organization_id', 'person_id'] }],
});

/** A person's profile over time: one row for each change of headline, title, company or place. */
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
    /** Counts reported by the network. Fewer may be stored here. */
    reported_likes: optional(integer()),
    reported_comments: optional(integer()),
    reported_reposts: optional(integer()),
    /** 1: its author was erased. Author and text are not stored again. */
    author_erased: flag(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'posts_author', fields: ['organization_id', 'author_person_id'] },
    { name: 'posts_profile', fields: ['organization_id', 'monitored_profile_id'] },
    { name: 'posts_published', fields: ['organization_id', descending('published_at'), 'id'] },
  ],
});

/** One post has different numbers as activity, share and ugcPost. All of them refer to the same row. */
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
    /** The watched profile that published the post. */
    monitored_profile_id: optional(id()),
    type: word<EngagementType>(),
    reaction: optional(word()),
    origin: word<Origin>(),
    /** When it happened, or when it was first observed if the source did not say. Never changes. */
    occurred_at: time(),
    observed_at: time(),
    comment_excerpt: optional(text(280)),
    /** 1: the whole text contained a question or buying words. The whole text itself is not stored. */
    intent_hint: flag(),
    /** 1: the post's own author engaged, which is no signal. */
    by_author: flag(),
    /** Distinguishes several comments of one person under one post. Empty for likes and reposts. */
    discriminator: text(64),
    /** The earliest possible time: when the post was published. Null: unknown. */
    earliest_at: optional(time()),
    /** 1: the time comes from the source or from the comment's number. Null: stored before this was recorded. */
    dated: optional(flag()),
    /** The class of the comment, read from its whole text. Null: no text, not a comment, or stored before this was recorded. */
    comment_class: optional(word<StoredClass>()),
    /** How likely that class is, in thousandths. Null: none, or read before this was recorded. */
    said_confidence: optional(integer()),
    /** When a person set the class, which nothing reads again then. Null: never. */
    said_set_at: optional(time()),
    /** The language model that set the class, which nothing reads again then. Null: the built-in reader, or a person. */
    said_by: optional(text(100)),
    /** What the built-in reader said where a model set the class; `said_confidence` is how likely that was. */
    said_built_in: optional(word<StoredClass>()),
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
