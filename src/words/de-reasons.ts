/** German for what the rules say about people: tiers, fit, exclusions, engagement, and what the agent decides. */
import { intentRules } from '../rules/intent/intent';
import type { Row } from './sentences';

/** Sentences about the tier (`src/rules/tier`). */
const tiers: readonly Row[] = [
  ['Left out by your ideal customer profile: {reasons}.', 'Von Ihrem Kundenprofil ausgeschlossen: {reasons}.'],
  ['They {sentence}, but {sentence2}.', 'Diese Person {sentence}, aber {sentence2}.'],
  [
    `Said no in the last ${intentRules.refusalDays} days and asked nothing since.`,
    `Hat in den letzten ${intentRules.refusalDays} Tagen abgelehnt und seither nichts gefragt.`,
  ],
  [
    'Good fit, and {sentence}, but nothing is known of the company.',
    'Passt gut und {sentence}, aber über die Firma ist nichts bekannt.',
  ],
  ['Best fit, and {sentence}.', 'Passt sehr gut und {sentence}.'],
  ['Best fit, {sentence}, and is engaged.', 'Passt sehr gut, {sentence} und ist aktiv.'],
  [
    'Best fit, strong intent, and wrote or asked something lately.',
    'Passt sehr gut, zeigt starkes Interesse und hat zuletzt etwas geschrieben oder gefragt.',
  ],
  ['Good fit, and {sentence}.', 'Passt gut und {sentence}.'],
  ['Good fit and clear intent.', 'Passt gut und zeigt deutliches Interesse.'],
  ['Partial fit, and {sentence}, but {sentence2}.', 'Passt zum Teil und {sentence}, aber {sentence2}.'],
  ['Fits your ideal customer profile only in part.', 'Passt nur zum Teil zu Ihrem Kundenprofil.'],
  ['Good fit, but too little interest so far.', 'Passt gut, zeigt aber bisher zu wenig Interesse.'],
  [
    'Best fit and interest, as a language model reads their comments; it has not been shown to read better here.',
    'Passt sehr gut und zeigt Interesse, so wie ein Sprachmodell die Kommentare liest. Dass es hier besser liest, ist nicht belegt.',
  ],
  [
    'Best fit and interest, as a language model reads their job title, which no word list knows.',
    'Passt sehr gut und zeigt Interesse, so wie ein Sprachmodell die Berufsbezeichnung liest, die keine Wortliste kennt.',
  ],
  ['Best fit and strong intent.', 'Passt sehr gut und zeigt starkes Interesse.'],
  ['Not enough fit or intent yet.', 'Passt noch nicht gut genug oder zeigt noch zu wenig Interesse.'],
  ['Does not fit your ideal customer profile.', 'Passt nicht zu Ihrem Kundenprofil.'],
  ['asked for an offer, a demo or the like', 'hat um ein Angebot, eine Demo oder Ähnliches gebeten'],
  ['asked a price', 'hat nach einem Preis gefragt'],
  ['left or is leaving a vendor', 'verlässt einen Anbieter oder hat ihn verlassen'],
  [
    'asked for something, asked a price or is leaving a vendor',
    'hat um etwas gebeten, nach einem Preis gefragt oder verlässt einen Anbieter',
  ],
  ['the role is unknown', 'die Rolle ist nicht bekannt'],
  ['the country is unknown', 'das Land ist nicht bekannt'],
  ['the industry is unknown', 'die Branche ist nicht bekannt'],
  ['the company size is unknown', 'die Firmengröße ist nicht bekannt'],
  ['the company is unknown', 'die Firma ist nicht bekannt'],
  ['the role is not one you named', 'die Rolle haben Sie nicht genannt'],
  ['the country is not one you named', 'das Land haben Sie nicht genannt'],
  ['the industry is not one you named', 'die Branche haben Sie nicht genannt'],
  ['the company size is not one you named', 'die Firmengröße haben Sie nicht genannt'],
  ['the company is not one you named', 'die Firma haben Sie nicht genannt'],
  ['too little is known of them', 'über sie ist zu wenig bekannt'],
];

/** What keeps somebody from the highest tier. */
const gaps: readonly Row[] = [
  [`No request in ${intentRules.askingDays} days.`, `Keine Anfrage in ${intentRules.askingDays} Tagen.`],
  [
    `Nothing asked in ${intentRules.statedInterestDays} days under posts of your team or of competitors.`,
    `In ${intentRules.statedInterestDays} Tagen keine Anfrage unter Beiträgen Ihres Teams oder von Wettbewerbern.`,
  ],
  ['Too little engagement since their request.', 'Zu wenige Reaktionen seit der Anfrage.'],
  ['Asked nothing since they said no.', 'Hat seit der Absage nichts gefragt.'],
  [
    'Only a language model knows the job title: see whether it is right.',
    'Die Berufsbezeichnung kennt nur ein Sprachmodell: Prüfen Sie, ob es richtig liegt.',
  ],
  [
    'Only a language model reads it so: compare it first (leadlight reader compare).',
    'Nur ein Sprachmodell liest es so: Vergleichen Sie es zuerst (leadlight reader compare).',
  ],
  ['The country is unknown; colleagues are in {country}.', 'Das Land ist nicht bekannt; Kollegen sind in {country}.'],
  ['The role is unknown.', 'Die Rolle ist nicht bekannt.'],
  ['The country is unknown.', 'Das Land ist nicht bekannt.'],
  ['The industry is unknown.', 'Die Branche ist nicht bekannt.'],
  ['The company size is unknown.', 'Die Firmengröße ist nicht bekannt.'],
  ['The company is unknown.', 'Die Firma ist nicht bekannt.'],
  ['The role does not fit.', 'Die Rolle passt nicht.'],
  ['The country does not fit.', 'Das Land passt nicht.'],
  ['The industry does not fit.', 'Die Branche passt nicht.'],
  ['The company size does not fit.', 'Die Firmengröße passt nicht.'],
  ['The company does not fit.', 'Die Firma passt nicht.'],
];

/** Evidence of the fit, and reasons to leave somebody out (`src/rules/fit`, `src/scoring`). */
const fit: readonly Row[] = [
  [
    '{parts}, as {model} reads the title; no word list knows it',
    '{parts}, so wie {model} die Berufsbezeichnung liest; keine Wortliste kennt sie',
  ],
  ['{sentence}; colleagues are in {country}', '{sentence}; Kollegen sind in {country}'],
  ['partner', 'Partner'],
  ['title has "{title}"', 'Titel entspricht „{title}“'],
  ['title unknown', 'Titel nicht bekannt'],
  ['title is not listed', 'Titel steht nicht in der Liste'],
  ['title names no rank', 'Titel nennt keinen Rang'],
  ['seniority {rank}', 'Rang {rank}'],
  ['seniority unknown', 'Rang nicht bekannt'],
  ['function {function}', 'Bereich {function}'],
  ['function unknown', 'Bereich nicht bekannt'],
  ['general management', 'Geschäftsführung'],
  ['company size {size}', 'Firmengröße {size}'],
  ['company size unknown', 'Firmengröße nicht bekannt'],
  ['country {country}', 'Land {country}'],
  ['country unknown', 'Land nicht bekannt'],
  ['industry unknown', 'Branche nicht bekannt'],
  ['industry is listed', 'Branche steht in der Liste'],
  ['industry is not listed', 'Branche steht nicht in der Liste'],
  ['industry is one that you leave out', 'Branche, die Sie ausschließen'],
  ['industry {industry}', 'Branche {industry}'],
  ['company {company}', 'Firma {company}'],
  ['on the watchlist as a competitor', 'als Wettbewerber beobachtet'],
  ['looks for a job in a comment', 'sucht in einem Kommentar eine Stelle'],
  [
    'works for a company whose name says that it offers services',
    'arbeitet für eine Firma, deren Name Dienstleistungen nennt',
  ],
  ['offers services of their own in a comment', 'bietet in einem Kommentar eigene Dienste an'],
  ["works for one of the workspace's own companies", 'arbeitet für eine Ihrer eigenen Firmen'],
  ['works for a watched competitor', 'arbeitet für einen beobachteten Wettbewerber'],
  [
    "seems to work for one of the workspace's own companies: the employer's name begins with the same made-up word",
    'arbeitet anscheinend für eine Ihrer eigenen Firmen: Der Name des Arbeitgebers beginnt mit demselben Kunstwort',
  ],
  [
    "seems to work for a watched competitor: the employer's name begins with the same made-up word",
    'arbeitet anscheinend für einen beobachteten Wettbewerber: Der Name des Arbeitgebers beginnt mit demselben Kunstwort',
  ],
  ['headline says one of your own companies', 'Profilzeile nennt eine Ihrer eigenen Firmen'],
  ['headline says a competitor', 'Profilzeile nennt einen Wettbewerber'],
  ['headline says that they recruit', 'Profilzeile sagt: sucht Personal'],
  ['headline says that they offer services', 'Profilzeile sagt: bietet Dienste an'],
  ['headline says that they study or are in training', 'Profilzeile sagt: im Studium oder in Ausbildung'],
  ['headline says that they look for a job', 'Profilzeile sagt: sucht eine Stelle'],
  ['headline says that they are still to become what it names', 'Profilzeile sagt: will das Genannte erst werden'],
  ['headline says that they work for a time', 'Profilzeile sagt: arbeitet auf Zeit'],
  ['headline says that they work for themselves', 'Profilzeile sagt: arbeitet selbstständig'],
  ['headline says that they have retired', 'Profilzeile sagt: im Ruhestand'],
];

const fits = {
  Role: 'Rolle',
  Country: 'Land',
  Industry: 'Branche',
  'Company size': 'Firmengröße',
} as const;

const comments: readonly Row[] = [
  [
    'Asked for an offer, a demo, a call or the like, in a comment on',
    'Hat in einem Kommentar um ein Angebot, eine Demo oder ein Gespräch gebeten',
  ],
  [
    'Said that they leave a vendor or look for another, in a comment on',
    'Hat in einem Kommentar gesagt, einen Anbieter zu verlassen oder einen anderen zu suchen',
  ],
  ['Asked for a price, in a comment on', 'Hat in einem Kommentar nach einem Preis gefragt'],
  ['Asked a question in a comment on', 'Hat in einem Kommentar etwas gefragt'],
  ['Raised an objection in a comment on', 'Hat in einem Kommentar widersprochen'],
  ['Commented on', 'Hat kommentiert'],
  ['Said they are not interested, in a comment on', 'Hat in einem Kommentar gesagt, nicht interessiert zu sein'],
  ['Reposted', 'Hat geteilt'],
  ['Liked', 'Hat mit „Gefällt mir“ markiert'],
];

/** Why now (`tools/leads/contact-words.ts`). */
const why: readonly Row[] = [
  ...Object.entries(fits).flatMap(([english, german]): Row[] => [
    [`${english} fits: {country}.`, `${german} passt: {country}.`],
    [`${english} fits: {size} employees.`, `${german} passt: {size} Mitarbeitende.`],
    [`${english} fits: {parts}.`, `${german} passt: {parts}.`],
    [`${english} does not fit: {country}.`, `${german} passt nicht: {country}.`],
    [`${english} does not fit: {size} employees.`, `${german} passt nicht: {size} Mitarbeitende.`],
    [`${english} does not fit: {parts}.`, `${german} passt nicht: {parts}.`],
  ]),
  ...comments.flatMap(([english, german]): Row[] => [
    [`${english} {post} on {date}.`, `${german} ({post}, {date}).`],
    [`${english} {post} some time before {date}.`, `${german} ({post}, vor dem {date}).`],
    [
      `${english} {count} posts, the latest of them {post}, on {date}.`,
      `${german}: {count} Beiträge, zuletzt ein {post}, {date}.`,
    ],
    [
      `${english} {count} posts, the latest of them {post}, some time before {date}.`,
      `${german}: {count} Beiträge, zuletzt ein {post}, vor dem {date}.`,
    ],
  ]),
  ['{count} engagements in all since {date}.', 'Insgesamt {count} Reaktionen seit {date}.'],
  [
    '{count} engagements in all, {undated} of them without a date.',
    'Insgesamt {count} Reaktionen, davon {undated} ohne Datum.',
  ],
  [
    '1 colleague at the same company engaged too, {count} of them in this answer.',
    'Ein Kollege derselben Firma hat auch reagiert und steht in dieser Liste.',
  ],
  ['1 colleague at the same company engaged too.', 'Ein Kollege derselben Firma hat auch reagiert.'],
  [
    '{count} colleagues at the same company engaged too, {some} of them in this answer.',
    '{count} Kollegen derselben Firma haben auch reagiert, davon {some} in dieser Liste.',
  ],
  ['{count} colleagues at the same company engaged too.', '{count} Kollegen derselben Firma haben auch reagiert.'],
  ['role', 'Rolle'],
  ['country', 'Land'],
  ['country (a guess: {country}, like their colleagues)', 'Land (vermutlich {country}, wie die Kollegen)'],
  ['industry', 'Branche'],
  ['company size', 'Firmengröße'],
  ['company', 'Firma'],
  ['e-mail address', 'E-Mail-Adresse'],
  ['valid e-mail address', 'gültige E-Mail-Adresse'],
];

const often = ['once', 'twice', '{times} times'];
const oft = ['einmal', 'zweimal', '{times}-mal'];
/** What somebody did, as the agent says it (`src/ingest/agent/decide.ts`). */
const did: readonly Row[] = [
  [
    'Asked for a demo, an offer or the like in a comment',
    'Hat in einem Kommentar um eine Demo, ein Angebot oder Ähnliches gebeten',
  ],
  ['Asked for a price in a comment', 'Hat in einem Kommentar nach einem Preis gefragt'],
  [
    'Said in a comment that they leave a vendor or look for another',
    'Hat in einem Kommentar gesagt, einen Anbieter zu verlassen oder einen anderen zu suchen',
  ],
  ['Asked a question in a comment', 'Hat in einem Kommentar etwas gefragt'],
  ['Raised an objection in a comment', 'Hat in einem Kommentar widersprochen'],
  ...often.flatMap((times, n): Row[] => [
    [`Commented ${times}`, `Hat ${oft[n] ?? ''} kommentiert`],
    [`Reposted ${times}`, `Hat ${oft[n] ?? ''} geteilt`],
  ]),
  ['Liked one post', 'Hat einen Beitrag mit „Gefällt mir“ markiert'],
  ['Liked {count} posts', 'Hat {count} Beiträge mit „Gefällt mir“ markiert'],
  ['Did nothing that counts', 'Hat nichts getan, was zählt'],
];

/** What the agent decides. */
const agent: readonly Row[] = [
  ['Already one of your leads, known since {date}.', 'Schon einer Ihrer Leads, bekannt seit {date}.'],
  ['Already your client, known since {date}.', 'Schon Ihr Kunde, bekannt seit {date}.'],
  [
    'You marked this person as a bad lead; they stay one, known since {date}.',
    'Sie haben gesagt, dass diese Person kein Lead ist; dabei bleibt es, bekannt seit {date}.',
  ],
  ['Cannot be a lead: {sentence}.', 'Kann kein Lead sein: {sentence}.'],
  ['a company page is no person', 'eine Firmenseite ist keine Person'],
  ['one of the workspace’s own profiles', 'eines Ihrer eigenen Profile'],
  ['on the watchlist as a teammate', 'als Teammitglied beobachtet'],
  ['engaged with their own post', 'hat auf den eigenen Beitrag reagiert'],
  ['Your CRM lists this person as a client.', 'Ihr CRM führt diese Person als Kunden.'],
  ['Your CRM lists this person as a bad lead.', 'Laut Ihrem CRM ist diese Person kein Lead.'],
  [
    'This workspace has no ideal customer profile yet, so nobody can fit it.',
    'Dieser Arbeitsbereich hat noch kein Kundenprofil, zu dem jemand passen könnte.',
  ],
  ['Said in a comment that they are not interested.', 'Hat in einem Kommentar gesagt, nicht interessiert zu sein.'],
  [
    'Too little interest so far ({score}; it takes {from}, or {asked} from who asked for something): {did}. More engagement brings them back.',
    'Bisher zu wenig Interesse ({score}; nötig sind {from}, oder {asked} bei einer Anfrage): {did}. Mit mehr Reaktionen kommt diese Person wieder.',
  ],
  [
    'Fits your ideal customer ({percent} %): {parts}; not known: {parts2}.',
    'Passt zu Ihrem Kundenprofil ({percent} %): {parts}; nicht bekannt: {parts2}.',
  ],
  [
    'Fits your ideal customer ({percent} %); not known: {parts}.',
    'Passt zu Ihrem Kundenprofil ({percent} %); nicht bekannt: {parts}.',
  ],
  ['Fits your ideal customer ({percent} %): {parts}.', 'Passt zu Ihrem Kundenprofil ({percent} %): {parts}.'],
  ['Fits your ideal customer ({percent} %).', 'Passt zu Ihrem Kundenprofil ({percent} %).'],
  [
    'Does not fit your ideal customer ({percent} %): {parts}.',
    'Passt nicht zu Ihrem Kundenprofil ({percent} %): {parts}.',
  ],
  [
    'Too little is known to say that they fit ({percent} %): {parts}.',
    'Es ist zu wenig bekannt, um zu sagen, ob diese Person passt ({percent} %): {parts}.',
  ],
  ['nothing is known', 'nichts ist bekannt'],
  ['left out by your profile ({reasons})', 'von Ihrem Profil ausgeschlossen ({reasons})'],
  ['role ({parts})', 'Rolle ({parts})'],
  ['country ({country})', 'Land ({country})'],
  ['industry ({industry})', 'Branche ({industry})'],
  ['company size ({size})', 'Firmengröße ({size})'],
  ['Interest of {score} is enough: it takes {from}.', 'Das Interesse von {score} reicht: nötig sind {from}.'],
  [
    'Interest of {score} is enough from who asked for something: it takes {asked}, and {from} from others.',
    'Das Interesse von {score} reicht bei einer Anfrage: nötig sind {asked}, sonst {from}.',
  ],
  ...did.map(([english, german]): Row => [`${english}.`, `${german}.`]),
];

/** What would change under another customer profile (`src/scoring/preview.ts`). */
const moves: readonly Row[] = [
  ...Object.values(fits).flatMap((german, n): Row[] => {
    const english = Object.keys(fits)[n]?.toLowerCase() ?? '';
    return [
      [`${english} fits now ({parts}), did not fit before`, `${german} passt dann ({parts}), bisher nicht`],
      [`${english} fits now ({parts}), was unknown before`, `${german} passt dann ({parts}), bisher unbekannt`],
      [
        `${english} fits now ({parts}), was not asked for before`,
        `${german} passt dann ({parts}), bisher nicht gefragt`,
      ],
      [`${english} does not fit now ({parts}), fitted before`, `${german} passt dann nicht ({parts}), bisher schon`],
      [
        `${english} does not fit now ({parts}), was unknown before`,
        `${german} passt dann nicht ({parts}), bisher unbekannt`,
      ],
      [
        `${english} does not fit now ({parts}), was not asked for before`,
        `${german} passt dann nicht ({parts}), bisher nicht gefragt`,
      ],
      [`${english} is unknown now, fitted before`, `${german} ist dann unbekannt, passte bisher`],
      [`${english} is unknown now, did not fit before`, `${german} ist dann unbekannt, passte bisher nicht`],
      [`${english} is unknown and was not asked for before`, `${german} ist unbekannt, bisher nicht gefragt`],
      [`${english} fits ({parts})`, `${german} passt ({parts})`],
      [`${english} does not fit ({parts})`, `${german} passt nicht ({parts})`],
      [`${english} is unknown`, `${german} ist unbekannt`],
      [`${english} must fit and does not ({parts})`, `${german} muss passen und passt nicht ({parts})`],
      [`${english} should fit and does not ({parts})`, `${german} soll passen und passt nicht ({parts})`],
    ];
  }),
  ['left out now ({reasons})', 'dann ausgeschlossen ({reasons})'],
  ['the same criteria with other weights', 'dieselben Kriterien mit anderen Gewichten'],
];

export const germanReasons: readonly Row[] = [...tiers, ...gaps, ...agent, ...moves, ...why, ...fit];
/** What somebody did, in small letters, as it stands inside a sentence. */
export const germanDoings: readonly Row[] = did.map(([english, german]) => [
  english.toLowerCase(),
  `${german.charAt(0).toLowerCase()}${german.slice(1)}`,
]);
