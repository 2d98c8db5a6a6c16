// The example world: people, companies, posts and their engagement. The same for every run.
import { hostile, ofPages, repostWords } from './examples.texts.mjs';
import { companies as companyRows, places, story } from './examples.story.mjs';

const day = 24 * 60 * 60 * 1000;

/** Mulberry32: a small generator of numbers in [0, 1) that depends only on its seed. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const random = generator(20261115);
const pick = (list) => list[Math.floor(random() * list.length)];
const between = (from, to) => from + Math.floor(random() * (to - from + 1));
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const code = (length, alphabet = letters) =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');

const asciiSpecial = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };
const ascii = (text) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæøłđı]/g, (letter) => asciiSpecial[letter])
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Names in scripts that profile addresses do not use. */
const latinNames = { '美咲 青柳原': 'misaki-aoyagihara' };

const companies = companyRows.map(({ latin, ...company }, index) => ({
  ...company,
  slug: `${ascii(latin)}-example`,
  domain: `${ascii(latin)}.example`,
  number: String(90_000_000 + index * 1373),
}));
const companyOf = (name) => {
  const found = companies.find((company) => company.name === name);
  if (found === undefined) throw new Error(`no company ${name}`);
  return found;
};

/** Seniority and function as a vendor of profiles guesses them from a title: the first match, which is not always right. */
const ranks = [
  ['owner', /owner|founder|inhaber|propietari|właściciel|fundador|cofondateur|oprichter|代表取締役/i],
  ['vp', /\bvp|vice|[es]vp|yardımcısı|αντιπρόεδρος/i],
  [
    'cxo',
    /chief|\bc[efmo]o\b|\bcro\b|geschäftsführer|managing|director general|gerenta? general|consejero|algemeen|vorst/i,
  ],
  [
    'director',
    /director|direct(eur|rice)|direttor|direktor|direktör|diret|dyrektor|direktør|direktör|\bhead|leiter|chef för|διευθ|部長|directie/i,
  ],
  ['manager', /manager|lead|jefe|jefa|gerente|müdür|kierownik|responsa|chef|leder|hoofd|encargad|室長|şefi/i],
  ['entry', /assist|coordin|represent|analyst|sachbearb/i],
];
const works = [
  [
    'sales',
    /sales|vent[ae]|vertrieb|verkauf|verkoop|commerc|kommer|sælg|salg|sälj|försälj|satış|vend|revenue|growth|account|sprzeda|handlow|πωλή|営業/i,
  ],
  ['hr', /human|recursos|people|talent|personas|rr\. hh|selección|umane/i],
  ['marketing', /marketing|demand|cmo/i],
  ['finance', /financ|controller|cfo|accountant|nómina|økonomi/i],
  ['procurement', /procure|purchas|einkauf|compras|achats|inkoop|inköp|innkjøp/i],
  [
    'operations',
    /operat|logist|warehouse|supply|magaz|almacén|lager|depot|transport|explot|forsyning|entrepôt|planner|betrieb/i,
  ],
  ['it', /it-leiter|information|erp|software/i],
];
const guess = (table, title) => table.find(([, words]) => words.test(title))?.[0] ?? '';

/** A person of a story, as exports show them. */
function person({ name, headline, title, company, place, speaks }) {
  const [given, ...rest] = name.split(' ');
  const latin = latinNames[name] ?? ascii(name);
  const known = title !== undefined;
  const where = known ? places.get(place) : undefined;
  if (known && where === undefined) throw new Error(`no place ${place}`);
  const employer = known ? companyOf(company) : undefined;
  return {
    name,
    given,
    family: rest.join(' '),
    memberId: `ACoAA${code(1, 'ABCD')}${code(33)}`,
    slug: `${latin}-${code(6, 'abcdef0123456789')}`,
    headline,
    title,
    seniority: known ? guess(ranks, title) : undefined,
    jobFunction: known ? guess(works, title) : undefined,
    company: employer,
    ...where,
    email: known ? `${latin.replaceAll('-', '.')}@${employer.domain}` : undefined,
    followers: between(80, 9000),
    speaks,
    // Two of three people who can be found are in the CRM's people file, the others at People Data Labs.
    enrichedBy: !known ? 'nobody' : random() < 0.65 ? 'people' : 'pdl',
    // Without enrichment nothing links a member id to a slug, so such people appear with only one of them.
    only: known ? null : speaks ? 'comment' : 'like',
    // A few people appear everywhere, most once or twice.
    eagerness: 0.02 + 0.5 * random() ** 5,
  };
}

const people = new Map();
const stories = {};
for (const name of ['shared', 'brightmoor', 'kelvarra', 'tornavia']) {
  stories[name] = story(name);
  for (const one of stories[name].people) people.set(one.name, person(one));
}
const castOf = (name) => stories[name].people.map((one) => people.get(one.name));

Object.assign(people.get('Marcus Whitlocke'), { headline: hostile.headline, eagerness: 0.3, enrichedBy: 'people' });
Object.assign(people.get('Delaney Okonjiwe'), { name: hostile.name, eagerness: 0.3, enrichedBy: 'people' });

/** Ends of the profile addresses of people that other examples and tests name. */
const marks = { 'Leopold van Wijngaerd': '22850', 'Chidinma Okaforlane': '663dc', 'Corwin Hallamshire': '0d1c7' };

/** A profile on the watchlist. */
function watched(name, headline, profileType, extra = {}) {
  const slug = `${ascii(name)}-${marks[name] ?? code(5, 'abcdef0123456789')}`;
  return {
    name,
    headline,
    slug,
    memberId: `ACoAA${code(1, 'ABCD')}${code(33)}`,
    isCompany: false,
    profileType,
    source: profileType === 'TEAMMATE' ? 'MEMBER_ONBOARDING' : 'MANUAL_WATCHLIST',
    relationship: profileType === 'COMPETITOR' ? 'COMPETITOR' : 'STANDARD',
    status: 'ACTIVE',
    label: '',
    followers: between(900, 90_000),
    ...extra,
  };
}

const sharedInfluencer = watched('Rosalind Quennerby', 'Writes about operations that earn money', 'INFLUENCER', {
  label: 'Voices',
  followers: 48_210,
});

export const workspaces = {
  brightmoor: {
    title: 'Brightmoor',
    watchlist: [
      watched('Amadou Kestrelli', 'Co-Founder at Brightmoor | Forecasting without theatre', 'TEAMMATE', {
        relationship: 'SELF',
      }),
      watched('Sunniva Halvorsted', 'VP Sales at Brightmoor', 'TEAMMATE'),
      watched('Priyanka Devarajulu', 'Product at Brightmoor', 'TEAMMATE'),
      watched('Pipelinear', 'Instant pipeline scoring', 'COMPETITOR', {
        isCompany: true,
        slug: 'pipelinear-example',
        memberId: null,
        label: 'Rivals',
      }),
      watched('Garrick Stormfield', 'CEO at Pipelinear', 'COMPETITOR', { label: 'Rivals' }),
      watched('Dealmeter', 'Pipeline reports for every team', 'COMPETITOR', {
        isCompany: true,
        slug: 'dealmeter-example',
        memberId: null,
        label: 'Rivals',
      }),
      watched('Odalys Fontenrique', 'Head of Marketing at Dealmeter', 'COMPETITOR', { label: 'Rivals' }),
      watched('Leopold van Wijngaerd', 'Sales leadership, every Tuesday', 'INFLUENCER', { label: 'RevOps voices' }),
      watched('Chidinma Okaforlane', 'RevOps teacher | 60 teams and counting', 'INFLUENCER', {
        label: 'RevOps voices',
      }),
      watched('Mirela Ionescuva', 'Data on sales, no opinions', 'INFLUENCER', { label: 'RevOps voices' }),
      sharedInfluencer,
      watched('Hollis Brandtwood', 'Partner at Larchpoint Ventures', 'INVESTOR'),
      watched('Tobiasz Wrzoskowiec', 'Hosts the Quota Club', 'CUSTOM', { status: 'PAUSED', label: 'Events' }),
    ],
  },
  kelvarra: {
    title: 'Kelvarra',
    watchlist: [
      watched('Ingvild Torsdatter Moe', 'CEO at Kelvarra | Robots that wait', 'TEAMMATE', { relationship: 'SELF' }),
      watched('Mateo Arrizabalde', 'Customer success at Kelvarra', 'TEAMMATE'),
      watched('Palletron', 'Zero touch warehouses', 'COMPETITOR', {
        isCompany: true,
        slug: 'palletron-example',
        memberId: null,
      }),
      watched('Wilhelmina Straatkamp', 'Chief product officer at Palletron', 'COMPETITOR'),
      watched('Euphemia Blackwater-Osei', 'Empty kilometres are a choice', 'INFLUENCER', { label: 'Logistics voices' }),
      sharedInfluencer,
      watched('Harbour Circle', 'A club of port people', 'CUSTOM', {
        isCompany: true,
        slug: 'harbour-circle-example',
        memberId: null,
        label: 'Clubs',
      }),
    ],
  },
  tornavia: {
    title: 'Tornavía',
    watchlist: [
      watched('Aitana Robledal', 'CEO de Tornavía | Turnos que se pueden vivir', 'TEAMMATE', { relationship: 'SELF' }),
      watched('Darío Quesadilla', 'Director de Clientes en Tornavía', 'TEAMMATE'),
      watched('Turnix', 'Planificación de turnos con un clic', 'COMPETITOR', {
        isCompany: true,
        slug: 'turnix-example',
        memberId: null,
        label: 'Competencia',
      }),
      watched('Cuadranta', 'Cuadrantes para 5.000 centros', 'COMPETITOR', {
        isCompany: true,
        slug: 'cuadranta-example',
        memberId: null,
        label: 'Competencia',
      }),
      watched('Nicanor Belmonte', 'Escribe sobre trabajo y hostelería', 'INFLUENCER', { label: 'Voces' }),
    ],
  },
};

const reactions = [
  ...Array(5).fill('LIKE'),
  ...['PRAISE', 'EMPATHY', 'INTEREST', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT', 'MAYBE'],
];

/** The network's number for something created at that moment. */
const numberAt = (time) => (BigInt(time) << 22n) | BigInt(Math.floor(random() * 4_194_304));

/** Texts that are each used once; undefined when none are left. */
const once = (texts) => {
  const left = [...texts];
  return () => left.shift() ?? '';
};

/** A post of a workspace with all engagement before the export. */
function post({ watchlist, audience, author, text, said, answers, exportedAt, reposted, ofPage }) {
  const publishedAt = exportedAt - between(2, 9) * day - between(0, 86_399) * 1000;
  const activity = numberAt(publishedAt);
  const words = ascii(text).split('-').slice(0, 6).join('-');
  const made = {
    id: String(activity),
    ugcId: String(activity - BigInt(between(1_000_000, 9_000_000))),
    url: `https://www.linkedin.com/posts/${author.slug}_${words}-activity-${activity}-${code(4, 'abcdefghijkABCDEFGH0123456789')}`,
    text,
    author,
    publishedAt,
    exportedAt,
    engagements: [],
  };
  const span = exportedAt - publishedAt - 3_600_000;
  const moment = () => publishedAt + Math.floor(span * random() ** 2) + 60_000;
  // Comments follow each other in the order in which they were written.
  const moments = said.map(moment).sort((a, b) => a - b);
  const speakers = new Set(said.map(({ name }) => name));
  said.forEach(({ name, text: words }, n) => {
    const actor = people.get(name);
    if (actor === undefined) throw new Error(`nobody is called ${name}`);
    made.engagements.push({ type: 'COMMENT', actor, text: words, at: moments[n] });
  });
  for (const [name, actor] of audience) {
    const chance = speakers.has(name) ? 0.5 : actor.eagerness;
    if (actor.only !== 'comment' && random() < chance)
      made.engagements.push({ type: 'LIKE', actor, reaction: pick(reactions), at: moment() });
    if (actor.enrichedBy !== 'nobody' && random() < actor.eagerness * 0.1)
      made.engagements.push({ type: 'REPOST', actor, text: random() < 0.6 ? reposted() : '', at: moment() });
  }
  if (random() < 0.5)
    made.engagements.push({ type: 'LIKE', actor: { ...pick(pages), isCompany: true }, reaction: 'LIKE', at: moment() });
  const fromPage = random() < 0.25 ? ofPage() : '';
  if (fromPage !== '')
    made.engagements.push({
      type: 'COMMENT',
      actor: { ...pick(pages), isCompany: true },
      text: fromPage,
      at: moment(),
    });
  for (const teammate of watchlist.filter(({ profileType }) => profileType === 'TEAMMATE')) {
    if (teammate !== author && random() < 0.4)
      made.engagements.push({ type: 'LIKE', actor: teammate, reaction: 'LIKE', at: moment() });
  }
  for (const answer of answers)
    made.engagements.push({
      type: 'COMMENT',
      actor: author,
      text: answer,
      at: exportedAt - 3_000_000,
      own: true,
    });
  if (random() < 0.2) made.engagements.push({ type: 'LIKE', actor: author, reaction: 'LIKE', at: moment(), own: true });
  made.engagements.sort((a, b) => a.at - b.at);
  for (const engagement of made.engagements)
    if (engagement.type === 'COMMENT') engagement.id = String(numberAt(engagement.at));
  return made;
}

/** Every person of the audience likes something, so that nobody is without engagement. */
function noticed(batches, audience) {
  const posts = batches.flatMap((batch) => batch.posts);
  const seen = new Set(posts.flatMap(({ engagements }) => engagements.map(({ actor }) => actor)));
  for (const [, actor] of audience) {
    if (seen.has(actor) || actor.only === 'comment') continue;
    const { engagements, publishedAt, exportedAt } = pick(posts);
    const at = publishedAt + Math.floor((exportedAt - publishedAt - 3_600_000) * random()) + 60_000;
    engagements.push({ type: 'LIKE', actor, reaction: pick(reactions), at });
  }
}

const pages = ['Héliographe Conseil', 'Velthuis & Vane', 'Quillmere', 'Wexcombe Freight', 'Lagerwerk Sieben'].flatMap(
  (name) => companies.filter((company) => company.name === name),
);

/** The people that the first two workspaces share. */
const inBoth = castOf('shared');
for (const [name, workspace] of Object.entries(workspaces)) {
  workspace.name = name;
  workspace.people = [...castOf(name), ...(name === 'tornavia' ? [] : inBoth)];
  const names = [...stories[name].people, ...(name === 'tornavia' ? [] : stories.shared.people)];
  const audience = names.map((one) => [one.name, people.get(one.name)]);
  const [reposted, ofPage] = [once(repostWords[name]), once(ofPages[name])];
  workspace.batches = stories[name].batches.map(({ date, posts }) => {
    const exportedAt = Date.parse(`${date}T12:00:00Z`);
    return {
      date,
      exportedAt,
      posts: posts.map(({ author: called, ...written }) => {
        const author = workspace.watchlist.find((profile) => profile.name === called);
        if (author === undefined) throw new Error(`${called} is not on the watchlist of ${name}`);
        return post({ ...written, watchlist: workspace.watchlist, audience, author, exportedAt, reposted, ofPage });
      }),
    };
  });
  noticed(workspace.batches, audience);
}

// One post of a profile that the first two workspaces watch: the same post in both, seen by different people.
const common = workspaces.brightmoor.batches[5].posts[0];
const [second] = workspaces.kelvarra.batches[3].posts;
Object.assign(second, { id: common.id, ugcId: common.ugcId, url: common.url, publishedAt: common.publishedAt });

// The hostile comment is under the newest post.
workspaces.brightmoor.batches[6].posts[0].engagements.push({
  type: 'COMMENT',
  actor: people.get('Marcus Whitlocke'),
  text: hostile.comment,
  at: Date.parse('2026-11-14T09:30:00Z'),
  id: String(numberAt(Date.parse('2026-11-14T09:30:00Z'))),
});

export { companies };
