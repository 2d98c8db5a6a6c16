// The example world: people, companies, posts and who engaged with what. The same for every run.
import {
  companies as companyRows,
  cultures,
  joiners,
  localTitles,
  roles as roleTexts,
  women,
} from './examples.words.mjs';
import {
  answers,
  comments as commentTexts,
  hostile,
  inWarehouses,
  posts as postTexts,
  repostWords,
} from './examples.texts.mjs';

const day = 24 * 60 * 60 * 1000;

/** Mulberry32: a small generator of numbers in [0, 1) that only depends on its seed. */
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

const roles = Object.fromEntries(
  Object.entries(roleTexts).map(([group, text]) => [
    group,
    text
      .trim()
      .split('\n')
      .map((line) => line.match(/^(\w+)\|(\w+)\|([^|]+)\|(.+)$/).slice(1)),
  ]),
);

const companies = companyRows.map(([name, industry, size, country], index) => ({
  name,
  industry,
  size,
  country,
  slug: `${ascii(name)}-example`,
  domain: `${ascii(name)}.example`,
  sells: index < 25 ? 'revenue' : 'operations',
  number: String(90_000_000 + index * 1373),
}));

const taken = new Set();

/** Title and headline as somebody of this language and name writes them: one language each. */
function spoken(title, headline, language, given) {
  const local = localTitles[title];
  const own =
    local === undefined
      ? title
      : local.language !== language
        ? local.elsewhere
        : women.has(given)
          ? local.she
          : local.he;
  const joiner = local?.language === language ? joiners[language] : 'at';
  return { title: own, headline: headline.replace(title, own).replace(/ (?:at|bei|chez|en) (?=\{c\})/, ` ${joiner} `) };
}

/** A person nobody is. */
function person(group) {
  for (;;) {
    const culture = pick(cultures);
    const [given, family] = [pick(culture.given), pick(culture.family)];
    const name = culture.language === 'ja' ? `${family} ${given}` : `${given} ${family}`;
    if (taken.has(name)) continue;
    taken.add(name);
    const latin = culture.latin ? `${culture.latin[given]}-${culture.latin[family]}` : ascii(`${given} ${family}`);
    const kind = group === 'others' || random() < 0.15 ? 'others' : group;
    const [seniority, jobFunction, writtenTitle, writtenHeadline] = pick(roles[kind]);
    const { title, headline } = spoken(writtenTitle, writtenHeadline, culture.language, given);
    const ofBranch = companies.filter(
      (company) => company.sells === (group === 'others' ? pick(['revenue', 'operations']) : group),
    );
    const company = pick(ofBranch);
    const [country, countryName, place] = pick(culture.places);
    const known = random();
    return {
      name,
      given,
      family,
      language: culture.language,
      memberId: `ACoAA${code(1, 'ABCD')}${code(33)}`,
      slug: `${latin}-${code(6, 'abcdef0123456789')}`,
      headline: headline.replace('{c}', company.name),
      title,
      seniority,
      jobFunction,
      company,
      country,
      countryName,
      place,
      email: `${latin.replaceAll('-', '.')}@${company.domain}`,
      followers: between(80, 9000),
      // 45 of 100 are enriched by the CRM's people file, 25 by People Data Labs, the rest not at all.
      enrichedBy: known < 0.45 ? 'people' : known < 0.7 ? 'pdl' : 'nobody',
      // Without enrichment nothing links a member id to a slug: such people show themselves in one way only.
      only: known < 0.7 ? null : random() < 0.6 ? 'like' : 'comment',
      // A few are everywhere, most show up once or twice; those who could buy a little more often.
      eagerness: (0.02 + random() ** 4) * (['vp', 'director', 'cxo'].includes(seniority) ? 1.6 : 1),
    };
  }
}

const people = {
  brightmoor: Array.from({ length: 225 }, () => person('revenue')),
  kelvarra: Array.from({ length: 105 }, () => person('operations')),
  shared: Array.from({ length: 70 }, (_, index) => person(['revenue', 'operations', 'others'][index % 3])),
};

Object.assign(people.brightmoor[3], { headline: hostile.headline, eagerness: 1, enrichedBy: 'people', only: null });
Object.assign(people.brightmoor[7], { name: hostile.name, eagerness: 1, enrichedBy: 'people', only: null });

/** People of the workspace's own company and of a watched competitor engage too; they are no leads. */
for (const [at, name] of [
  [11, 'Brightmoor'],
  [12, 'Pipelinear'],
]) {
  const one = people.brightmoor[at];
  const headline = `Head of Sales at ${name}`;
  const company = { ...one.company, name, slug: `${ascii(name)}-example`, domain: `${ascii(name)}.example` };
  Object.assign(one, {
    company,
    headline,
    title: 'Head of Sales',
    seniority: 'director',
    jobFunction: 'sales',
    eagerness: 0.6,
  });
}

/** A profile on the watchlist. */
function watched(name, headline, profileType, extra = {}) {
  const slug = `${ascii(name)}-${code(5, 'abcdef0123456789')}`;
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
    language: 'en',
    ...extra,
  };
}

const sharedVoice = watched('Rosalind Quennerby', 'Writes about operations that earn money', 'INFLUENCER', {
  label: 'Voices',
  followers: 48_210,
});

const workspaces = {
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
      watched('Odalys Fontenrique', 'Head of Marketing at Dealmeter', 'COMPETITOR', { label: 'Rivals' }),
      watched('Leopold van Wijngaerd', 'Sales leadership, every Tuesday', 'INFLUENCER', { label: 'RevOps voices' }),
      watched('Chidinma Okaforlane', 'RevOps teacher | 60 teams and counting', 'INFLUENCER', {
        label: 'RevOps voices',
      }),
      watched('Mirela Ionescuva', 'Data on sales, no opinions', 'INFLUENCER', { label: 'RevOps voices' }),
      sharedVoice,
      watched('Hollis Brandtwood', 'Partner at Larchpoint Ventures', 'INVESTOR'),
      watched('Tobiasz Wrzoskowiec', 'Hosts the Quota Club', 'CUSTOM', { status: 'PAUSED', label: 'Events' }),
    ],
    // How many posts each export holds, by its day.
    batches: [
      ['2026-08-31', 2],
      ['2026-09-14', 3],
      ['2026-09-28', 3],
      ['2026-10-12', 4],
      ['2026-10-26', 4],
      ['2026-11-09', 5],
      ['2026-11-15', 5],
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
      sharedVoice,
      watched('Harbour Circle', 'A club of port people', 'CUSTOM', {
        isCompany: true,
        slug: 'harbour-circle-example',
        memberId: null,
        label: 'Clubs',
      }),
    ],
    batches: [
      ['2026-08-31', 2],
      ['2026-09-28', 3],
      ['2026-10-26', 3],
      ['2026-11-09', 3],
      ['2026-11-15', 3],
    ],
  },
};

const pages = companies.slice(2, 6).concat(companies.slice(27, 30));
const reactions = [
  'LIKE',
  'LIKE',
  'LIKE',
  'LIKE',
  'LIKE',
  'PRAISE',
  'EMPATHY',
  'INTEREST',
  'INTEREST',
  'APPRECIATION',
  'ENTERTAINMENT',
  'MAYBE',
];

/** The number the network gives to something made at that moment. */
const numberAt = (time) => (BigInt(time) << 22n) | BigInt(Math.floor(random() * 4_194_304));

/** A comment in words of the workspace's trade. */
const said = (workspace, text) => (workspace === 'kelvarra' ? (inWarehouses[text] ?? text) : text);

/** A post of the workspace with everybody who engaged with it before the export. */
function post(workspace, audience, exportedAt, text, author) {
  const publishedAt = exportedAt - between(2, 12) * day - between(0, 86_399) * 1000;
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
  const moment = () => publishedAt + Math.floor((exportedAt - publishedAt - 3_600_000) * random() ** 2) + 60_000;
  const competitor = author.profileType === 'COMPETITOR' ? 0.6 : 1;
  for (const actor of audience) {
    const chance = Math.min(0.85, actor.eagerness * 0.95 * competitor + 0.03);
    if (actor.only !== 'comment' && random() < chance)
      made.engagements.push({ type: 'LIKE', actor, reaction: pick(reactions), at: moment() });
    if (actor.only !== 'like' && random() < chance * 0.3) {
      const texts = commentTexts[random() < 0.75 ? actor.language : 'en'];
      made.engagements.push({
        type: 'COMMENT',
        actor,
        text: said(workspace, pick(random() < 0.4 ? texts.ask : texts.say)),
        at: moment(),
      });
    }
    if (actor.enrichedBy !== 'nobody' && random() < chance * 0.05)
      made.engagements.push({ type: 'REPOST', actor, text: pick(repostWords), at: moment() });
  }
  if (random() < 0.5)
    made.engagements.push({ type: 'LIKE', actor: { ...pick(pages), isCompany: true }, reaction: 'LIKE', at: moment() });
  if (random() < 0.2)
    made.engagements.push({
      type: 'COMMENT',
      actor: { ...pick(pages), isCompany: true },
      text: 'We agree. Our team does the same.',
      at: moment(),
    });
  for (const teammate of workspaces[workspace].watchlist.filter(({ profileType }) => profileType === 'TEAMMATE')) {
    if (teammate !== author && random() < 0.4)
      made.engagements.push({ type: 'LIKE', actor: teammate, reaction: 'LIKE', at: moment() });
  }
  if (random() < 0.7)
    made.engagements.push({ type: 'COMMENT', actor: author, text: pick(answers), at: moment(), own: true });
  if (random() < 0.2) made.engagements.push({ type: 'LIKE', actor: author, reaction: 'LIKE', at: moment(), own: true });
  made.engagements.sort((a, b) => a.at - b.at);
  for (const engagement of made.engagements)
    if (engagement.type === 'COMMENT') engagement.id = String(numberAt(engagement.at));
  return made;
}

for (const [name, workspace] of Object.entries(workspaces)) {
  workspace.name = name;
  workspace.people = [...people[name], ...people.shared];
  let next = 0;
  workspace.batches = workspace.batches.map(([date, count]) => {
    const exportedAt = Date.parse(`${date}T12:00:00Z`);
    const posts = Array.from({ length: count }, () => {
      const [kind, text] = postTexts[name][next % postTexts[name].length];
      next += 1;
      const authors = workspace.watchlist.filter(({ profileType }) => profileType === kind.toUpperCase());
      return post(name, workspace.people, exportedAt, text, authors[next % authors.length]);
    });
    return { date, exportedAt, posts };
  });
}

// One post of a voice that both workspaces watch: the same post in both, seen by different people.
const common = workspaces.brightmoor.batches[5].posts[0];
Object.assign(
  common,
  post('brightmoor', workspaces.brightmoor.people, common.exportedAt, postTexts.kelvarra[6][1], sharedVoice),
);
const second = post('kelvarra', workspaces.kelvarra.people, common.exportedAt, common.text, sharedVoice);
workspaces.kelvarra.batches[3].posts[0] = {
  ...second,
  id: common.id,
  ugcId: common.ugcId,
  url: common.url,
  publishedAt: common.publishedAt,
};

// The hostile comment stands under the newest post.
workspaces.brightmoor.batches[6].posts[0].engagements.push({
  type: 'COMMENT',
  actor: people.brightmoor[3],
  text: hostile.comment,
  at: Date.parse('2026-11-14T09:30:00Z'),
  id: String(numberAt(Date.parse('2026-11-14T09:30:00Z'))),
});

export { companies, pick, random, workspaces };
