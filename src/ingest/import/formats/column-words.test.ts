/** Files whose columns are named in another language, or by the importing person, and dates that a file settles by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnKey } from '../format';
import { headerNamesOf } from '../header-names';
import { openExport, type ExportOptions } from '../open';
import type { IntakeRecord } from '../records';
import { columnWords, kindWords } from './column-words';
import { genericColumns, genericKinds } from './generic';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-columns-'));
afterAll(() => rmSync(folder, { recursive: true }));
const now = Date.parse('2026-11-15T12:00:00Z');
const profile = 'https://www.linkedin.com/in/ines';
const post = 'https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120';

async function read(text: string, more: Partial<ExportOptions> = {}): Promise<IntakeRecord[]> {
  const path = join(folder, 'rows.csv');
  writeFileSync(path, text);
  const network = { namespace: 'li', hosts: ['linkedin.com'] };
  const opened = await openExport(path, { network, now, observedAt: now, ...more });
  expect(opened.format).toBe('generic');
  const records: IntakeRecord[] = [];
  for await (const batch of opened.records) records.push(...batch);
  return records;
}

test('words are of columns and kinds that exist, and none means two', () => {
  expect(Object.keys(columnWords).filter((name) => !(name in genericColumns))).toEqual([]);
  const kinds: readonly string[] = genericKinds;
  expect([...kindWords.values()].filter((kind) => !kinds.includes(kind))).toEqual([]);
  const meanings = new Map<string, Set<string>>();
  for (const name of Object.keys(genericColumns)) {
    for (const word of [name, ...(columnWords[name] ?? [])]) {
      meanings.set(columnKey(word), (meanings.get(columnKey(word)) ?? new Set()).add(name));
    }
  }
  expect([...meanings].filter(([, names]) => names.size > 1).map(([word, names]) => [word, ...names])).toEqual([]);
});

/** One comment in each language: header, and the word for a comment. */
test.each([
  ['English', 'Kind,Profile URL,Full name,Comment text,Occurred at,Post URL', 'comment'],
  ['German', 'Art,Profil-URL,Name,Kommentar,Datum,Beitrags-URL', 'Kommentar'],
  ['Spanish', 'Tipo,URL del perfil,Nombre completo,Comentario,Fecha,URL de la publicación', 'comentario'],
  ['French', 'Nature,URL du profil,Nom complet,Commentaire,Date et heure,URL de la publication', 'Commentaire'],
  ['Italian', 'Tipo,URL del profilo,Nome e cognome,Commento,Data,URL del post', 'commento'],
  ['Japanese', '種類,プロフィールURL,氏名,コメント,日時,投稿URL', 'コメント'],
  ['Dutch', 'Soort,Profiel-URL,Naam,Reactietekst,Datum,URL van het bericht', 'reactie'],
  ['Polish', 'Rodzaj,URL profilu,Imię i nazwisko,Komentarz,Data,URL posta', 'komentarz'],
  ['Portuguese', 'Tipo,URL do perfil,Nome completo,Comentário,Data,URL da publicação', 'Comentário'],
])('%s headers are read', async (_language, header, kind) => {
  const [record, ...others] = await read(
    `${header}\n${kind},${profile},Ines Haddad,What does it cost?,2026-11-09,${post}\n`,
  );
  expect(others).toEqual([]);
  expect(record).toMatchObject({
    kind: 'engagement',
    type: 'COMMENT',
    actor: { name: 'Ines Haddad' },
    occurredAt: Date.parse('2026-11-09'),
  });
});

test('people with semicolons, as a German spreadsheet writes them', async () => {
  const [person] = await read(
    `Art;Profil-URL;Vor- und Nachname;Position;Firma;Branche;Land\nPerson;${profile};Ines Haddad;Vertriebsleiterin;Acme GmbH;Software;Deutschland\n`,
  );
  expect(person).toMatchObject({ kind: 'person', companyName: 'Acme GmbH', title: 'Vertriebsleiterin' });
});

describe('names that are given', () => {
  const text = `Wer,Wo,Firma (alt),Name\nInes Haddad,${profile},Acme,not the name\n`;

  test('are taken for the columns of the file, and a kind for those without', async () => {
    const headerNames = headerNamesOf('Wer=displayName, wo=profileUrl,Firma (alt)=companyName', 'person');
    expect(await read(text, { headerNames })).toMatchObject([
      { kind: 'person', companyName: 'Acme', person: { name: 'Ines Haddad' } },
    ]);
  });

  test('leave the other columns as the table is read without them', async () => {
    const table = `Name,LinkedIn,Engaged via,Comments,Commented on,Post\nInes,${profile},Comment,How much?,2 Nov 2026,${post}\n`;
    const before = await read(table);
    expect(before).toMatchObject([{ kind: 'engagement', type: 'COMMENT', commentText: 'How much?' }]);
    expect(await read(table, { headerNames: headerNamesOf('Comments=commentText', undefined) })).toEqual(before);
    // What the person says goes first.
    expect(await read(table, { headerNames: headerNamesOf('Post=-', undefined) })).toMatchObject([{ kind: 'refused' }]);
    expect(await read(table, { headerNames: headerNamesOf(undefined, 'like') })).toMatchObject([{ type: 'LIKE' }]);
    const [first, ...rest] = table.trim().split('\n');
    const two = `${first},Seen under\n${rest.join()},${post.replace(/3120$/, '3144')}\n`;
    expect(await read(two, { headerNames: headerNamesOf('Seen under=postUrl', undefined) })).toMatchObject([
      { post: { id: '7402746946853253144' } },
    ]);
  });

  test('rows with too many cells are refused all the same, and short ones are read', async () => {
    const headerNames = headerNamesOf('Wer=name,Wo=profileUrl', 'person');
    const records = await read(`Wer,Wo,Ort\nInes,${profile}\nIda,${profile}2,Bonn,more\n`, { headerNames });
    expect(records.map(({ kind }) => kind)).toEqual(['person', 'refused']);
  });

  test.each([
    ['Wer', undefined, /write "their name=our name"/],
    ['Wer=shoeSize', undefined, /our name is one of kind, postUrl/],
    ['=name', undefined, /write "their name=our name"/],
    [undefined, 'customer', /--kind must be one of like, comment/],
  ])('%j with kind %j is refused', (columns, kind, why) => {
    expect(() => headerNamesOf(columns, kind)).toThrow(why);
  });

  test('a column that the file lacks is named with those that it has', async () => {
    await expect(read(text, { headerNames: headerNamesOf('Whoo=name', 'person') })).rejects.toThrow(
      /it has Wer, Wo, Firma/,
    );
  });
});

describe('dates with the year last', () => {
  const likes = (...dates: string[]) =>
    `kind,profileUrl,postUrl,occurredAt\n${dates.map((date, i) => `like,${profile}${i},${post},${date}`).join('\n')}\n`;
  const times = async (text: string, more: Partial<ExportOptions> = {}) =>
    (await read(text, more)).map((record) =>
      record.kind === 'engagement' ? new Date(record.occurredAt ?? 0).toISOString().slice(0, 10) : record.kind,
    );

  test('a day above 12 settles its own date', async () => {
    expect(await times(likes('19.08.2026', '08/19/2026'))).toEqual(['2026-08-19', '2026-08-19']);
  });

  test.each([
    ['after it', ['03.04.2026', '19.08.2026'], ['2026-04-03', '2026-08-19']],
    ['before it', ['19.08.2026', '03.04.2026'], ['2026-08-19', '2026-04-03']],
    ['with the month first', ['03/04/2026', '08/19/2026'], ['2026-03-04', '2026-08-19']],
  ])('one row settles another %s', async (_where, given, read) => {
    expect(await times(likes(...given))).toEqual(read);
  });

  test('rows that contradict each other settle nothing, and a date alone stays open', async () => {
    expect(await times(likes('19.08.2026', '08/19/2026', '03/04/2026'))).toEqual([
      '2026-08-19',
      '2026-08-19',
      'refused',
    ]);
    expect(await times(likes('03/04/2026'))).toEqual(['refused']);
    expect(await times(likes('03/03/2026'))).toEqual(['2026-03-03']);
  });

  test('what is said outweighs what is found, and no order makes a date of 32.13.2026', async () => {
    expect(await times(likes('03/04/2026', '19/08/2026'), { dateOrder: 'mdy' })).toEqual(['2026-03-04', 'refused']);
    expect(await times(likes('32.13.2026'))).toEqual(['refused']);
  });

  test('the last of many rows settles the first, beyond what is looked at to tell the format', async () => {
    const many = Array.from({ length: 20_000 }, () => '03.04.2026');
    const read = await times(likes(...many, '19.08.2026'));
    expect(new Set(read.slice(0, -1))).toEqual(new Set(['2026-04-03']));
  });
});
