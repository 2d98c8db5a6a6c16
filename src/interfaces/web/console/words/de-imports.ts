/** German for what is said of files, of sources and of work that ended: imports, runs, discoveries, syncs. */
import { sayWhatHappened } from '../../../../ingest/import/formats/row-kind';
import type { Row } from '../../../../words/sentences';

/** Why a row, a profile or a post could not be read. */
const rows: readonly Row[] = [
  ['no profile link', 'kein Link zu einem Profil'],
  ['a URN of another network', 'eine URN eines anderen Netzwerks'],
  ['not the URN of a profile', 'nicht die URN eines Profils'],
  ['a link that names no profile', 'ein Link, der kein Profil nennt'],
  ['not a profile name', 'kein Name eines Profils'],
  ['a placeholder instead of a profile', 'ein Platzhalter statt eines Profils'],
  ['not a profile id', 'keine Kennung eines Profils'],
  ['empty', 'leer'],
  ['a number that is no number of a post', 'eine Zahl, die keine Nummer eines Beitrags ist'],
  ['not the URN of a post', 'nicht die URN eines Beitrags'],
  ['not the number of a {kind}', 'nicht die Nummer eines Beitrags'],
  [
    'a /pulse/ address is an article: it carries no post URN; use the post that shares it',
    'eine /pulse/-Adresse ist ein Artikel und nennt keinen Beitrag; nehmen Sie den Beitrag, der ihn teilt',
  ],
  ['a link that names no post', 'ein Link, der keinen Beitrag nennt'],
  ['longer than any link', 'länger als jeder Link'],
  ['neither a URN nor a link', 'keine Adresse im Web'],
  [
    'lnkd.in is a short link: it names no post; open it and use the address it leads to',
    'lnkd.in ist ein Kurzlink und nennt keinen Beitrag; öffnen Sie ihn und nehmen Sie die Adresse, zu der er führt',
  ],
  ['not a link of this network', 'kein Link dieses Netzwerks'],
  ['--post names no post: {sentence}.', 'Diese Adresse nennt keinen Beitrag: {sentence}.'],
  ['post: {sentence}', 'Beitrag: {sentence}'],
  ['comment: {sentence}', 'Kommentar: {sentence}'],
  [
    'names no post; import the file again with the post it is about (--post URL)',
    'nennt keinen Beitrag; geben Sie unten die Adresse des Beitrags an',
  ],
  [
    sayWhatHappened,
    'nirgends steht, was diese Person getan hat; wählen Sie die Spalte, die es sagt, oder was jede Zeile ist',
  ],
  [
    'kind: must be one of {kinds}, not {value}',
    'was getan wurde: „{value}“ ist unbekannt; schreiben Sie „gefällt mir“, „kommentiert“ oder „geteilt“',
  ],
  ['kind: must be one of {kinds}', 'die Zeile sagt nicht, was getan wurde: „Gefällt mir“, kommentiert, geteilt'],
  ['what this person did: neither yes nor no', 'was diese Person getan hat: weder Ja noch Nein'],
  [
    'disposition: must be ACTIVE, CLIENT or BAD_LEAD',
    'Stand: möglich sind ACTIVE (aktiv), CLIENT (Kunde) und BAD_LEAD (kein Lead)',
  ],
  ['an item in no format that is known here', 'ein Eintrag in einem Format, das hier nicht bekannt ist'],
  ['no reaction: an item without reactionType', 'ein Eintrag ohne Reaktion'],
  ['not an object', 'kein Objekt'],
  ['not valid JSON', 'kein gültiges JSON'],
  ['the list is never closed', 'die Liste endet nicht'],
  ['text after the end of the JSON document', 'Text hinter dem Ende des JSON-Dokuments'],
  ['a line of more than {number} KB', 'eine Zeile von mehr als {number} KB'],
  ['a line of more than {number} MB', 'eine Zeile von mehr als {number} MB'],
  ['a row of more than {number} KB', 'eine Zeile von mehr als {number} KB'],
  ['a quote that is never closed', 'ein Anführungszeichen, das nie geschlossen wird'],
  ['text after a closing quote', 'Text hinter einem schließenden Anführungszeichen'],
  ['{cells} cells where the header has {columns}', '{cells} Zellen, wo die Kopfzeile {columns} hat'],
  ['{sentence}: the file was cut off', '{sentence}: Die Datei ist abgeschnitten'],
  ['{sentence}: the file ends in the middle of it', '{sentence}: Die Datei endet mittendrin'],
  ['the owner is no active member of this workspace', 'der Besitzer ist kein aktives Mitglied dieses Arbeitsbereichs'],
];

/** Why a file could not be read, and what to know of how it was. */
const files: readonly Row[] = [
  ['Nothing in this file can be read: {sentence}.', 'Nichts in dieser Datei ist lesbar: {sentence}.'],
  ['Nothing in this file can be read: {reasons}.', 'Nichts in dieser Datei ist lesbar: {reasons}.'],
  ['Nothing in this JSON can be read: {reasons}.', 'Nichts in diesem JSON ist lesbar: {reasons}.'],
  ['This file holds no rows.', 'Diese Datei hat keine Zeilen.'],
  [
    'its letters are garbled, so it was saved in a wrong encoding: export it again as UTF-8',
    'ihre Buchstaben sind entstellt, also wurde sie mit einer falschen Kodierung gespeichert: Exportieren Sie sie noch einmal als UTF-8',
  ],
  [
    'Reading this file takes more memory than any export needs: split it, or save it as plain CSV.',
    'Diese Datei braucht mehr Speicher als jeder Export: Teilen Sie sie, oder speichern Sie sie als CSV.',
  ],
  ['The spreadsheet has more than {number} columns.', 'Die Tabelle hat mehr als {number} Spalten.'],
  ['The spreadsheet has more than {number} sheets.', 'Die Tabelle hat mehr als {number} Blätter.'],
  ['The spreadsheet has no visible sheet with cells.', 'Die Tabelle hat kein sichtbares Blatt mit Zellen.'],
  [
    'The spreadsheet holds more text than can be kept: save it as CSV.',
    'Die Tabelle hat mehr Text, als sich speichern lässt: Speichern Sie sie als CSV.',
  ],
  ['The spreadsheet has a cell with too much text.', 'Die Tabelle hat eine Zelle mit zu viel Text.'],
  [
    'The spreadsheet cannot be read: its rows are not in order. Save it as CSV.',
    'Die Tabelle ist nicht lesbar: Ihre Zeilen sind nicht in Ordnung. Speichern Sie sie als CSV.',
  ],
  [
    'The spreadsheet unfolds to more text than any export holds: save it as CSV.',
    'Die Tabelle wird entpackt zu groß: Speichern Sie sie als CSV.',
  ],
  [
    'This is a binary workbook (.xlsb), not an .xlsx document: save it as .xlsx or CSV.',
    'Das ist eine binäre Arbeitsmappe (.xlsb), kein .xlsx-Dokument: Speichern Sie sie als .xlsx oder CSV.',
  ],
  [
    'This is an OpenDocument spreadsheet (.ods), not an .xlsx document: save it as .xlsx or CSV.',
    'Das ist eine OpenDocument-Tabelle (.ods), kein .xlsx-Dokument: Speichern Sie sie als .xlsx oder CSV.',
  ],
  [
    'This is a text document (.docx): copy its table into a spreadsheet, and save it as .xlsx or CSV.',
    'Das ist ein Textdokument (.docx): Kopieren Sie die Tabelle in ein Tabellenprogramm, und speichern Sie sie als .xlsx oder CSV.',
  ],
  [
    'This is a Numbers document: export it as CSV or .xlsx.',
    'Das ist ein Numbers-Dokument: Exportieren Sie es als CSV oder .xlsx.',
  ],
  [
    '{name} is in the archive twice: rename one, so that neither is lost.',
    '{name} ist zweimal im Archiv: Benennen Sie eine der Dateien um, damit keine verloren geht.',
  ],
  ['The archive holds no files.', 'Das Archiv hat keine Dateien.'],
  ['The archive holds {number} files; {most} are allowed.', 'Das Archiv hat {number} Dateien; erlaubt sind {most}.'],
  ['{name} in the archive has more than {number} bytes.', '{name} im Archiv hat mehr als {number} Bytes.'],
  [
    'This is a watchlist, not an export: import it with `leadlight watchlist import FILE`.',
    'Das ist eine Liste beobachteter Profile und kein Export: Fügen Sie sie unter Beobachtete Profile ein.',
  ],
  [
    'The file is in no format that is known here ({columns}); {rest}',
    'Die Datei hat ein Format, das hier nicht bekannt ist. Wählen Sie die Spalten selbst.',
  ],
  [
    'The file grows to more than {number} times its size when it is unpacked: no export does.',
    'Die Datei wächst beim Entpacken auf mehr als das {number}-fache: Das tut kein Export.',
  ],
  ['The file is empty.', 'Die Datei ist leer.'],
  ['There is no such file.', 'Diese Datei gibt es nicht.'],
  ['The file starts like gzip but is not valid gzip.', 'Die Datei beginnt wie gzip, ist aber kein gültiges gzip.'],
  [
    'This is not a text file, or it is in an encoding that cannot be told: save it as UTF-8.',
    'Das ist keine Textdatei, oder ihre Kodierung ist nicht erkennbar: Speichern Sie sie als UTF-8.',
  ],
  ['{format} exports are JSON; this file is a table.', 'Exporte von {format} sind JSON; diese Datei ist eine Tabelle.'],
  [
    'Its first row holds a person, not the names of columns: put a row with their names above it.',
    'In der ersten Zeile steht eine Person statt der Spaltennamen: Setzen Sie eine Zeile mit den Namen darüber.',
  ],
  [
    'The column {column} holds addresses of posts, which would not be read',
    'Die Spalte {column} enthält Adressen von Beiträgen, die nicht gelesen würden',
  ],
  [
    'Two columns are called {column} and hold different posts: put the second table below the first one, or into a file of its own.',
    'Zwei Spalten heißen {column} und enthalten verschiedene Beiträge: Setzen Sie die zweite Tabelle unter die erste oder in eine eigene Datei.',
  ],
  [
    'Two columns are called {column} and hold different people: put the second table below the first one, or into a file of its own.',
    'Zwei Spalten heißen {column} und enthalten verschiedene Personen: Setzen Sie die zweite Tabelle unter die erste oder in eine eigene Datei.',
  ],
  [
    "The column {column} names each person as the author of the post, so that all of this would be the author's own doing. Leave the column out (in the console: choose the columns yourself).",
    'Die Spalte {column} nennt jede Person als Autor des Beitrags, sodass alles vom Autor selbst käme. Lassen Sie die Spalte weg (wählen Sie die Spalten selbst).',
  ],
  [
    '1 date was not understood and left out, such as “{examples}”.',
    'Ein Datum wurde nicht verstanden und weggelassen: „{examples}“.',
  ],
  [
    '{number} dates were not understood and left out, such as “{examples}”.',
    '{number} Datumsangaben wurden nicht verstanden und weggelassen, etwa „{examples}“.',
  ],
  [
    '1 number was not understood and left out, such as “{examples}”.',
    'Eine Zahl wurde nicht verstanden und weggelassen: „{examples}“.',
  ],
  [
    '{number} numbers were not understood and left out, such as “{examples}”.',
    '{number} Zahlen wurden nicht verstanden und weggelassen, etwa „{examples}“.',
  ],
  [
    'Its letters were read as {encoding}, which was guessed. If names look wrong, choose another encoding.',
    'Die Buchstaben wurden als {encoding} gelesen; das ist geraten. Sehen Namen falsch aus, wählen Sie eine andere Kodierung.',
  ],
  [
    '1 letter is damaged in the file and read as \ufffd.',
    'Ein Buchstabe ist in der Datei beschädigt und wird als \ufffd gelesen.',
  ],
  [
    '{number} letters are damaged in the file and read as \ufffd.',
    '{number} Buchstaben sind in der Datei beschädigt und werden als \ufffd gelesen.',
  ],
  [
    '1 place with letters that were saved as UTF-8 twice was mended.',
    'Eine Stelle mit Buchstaben, die zweimal als UTF-8 gespeichert waren, wurde berichtigt.',
  ],
  [
    '{number} places with letters that were saved as UTF-8 twice were mended.',
    '{number} Stellen mit Buchstaben, die zweimal als UTF-8 gespeichert waren, wurden berichtigt.',
  ],
  [
    'Of its sheets, {name} was read. Not read: {others}. Save each as a file of its own, and import it too.',
    'Von den Blättern wurde {name} gelesen. Nicht gelesen: {others}. Speichern Sie jedes als eigene Datei, und importieren Sie es auch.',
  ],
  [
    '1 cell holds a formula without a result and was left out. Open the workbook in a spreadsheet program, save it, and import it again.',
    'Eine Zelle enthält eine Formel ohne Ergebnis und wurde weggelassen. Öffnen Sie die Mappe in einem Tabellenprogramm, speichern Sie sie, und importieren Sie sie noch einmal.',
  ],
  [
    '{number} cells hold formulas without a result and were left out. Open the workbook in a spreadsheet program, save it, and import it again.',
    '{number} Zellen enthalten Formeln ohne Ergebnis und wurden weggelassen. Öffnen Sie die Mappe in einem Tabellenprogramm, speichern Sie sie, und importieren Sie sie noch einmal.',
  ],
  ['Of its sheets, {name} was read.', 'Von den Blättern wurde {name} gelesen.'],
];

/** Why a run, a discovery, a sync or an import ended early, and what a source said. */
const ends: readonly Row[] = [
  ['Its job ended early.', 'Die Arbeit daran endete vorzeitig.'],
  [
    'The source did not answer: {sentence}. It asks to wait longer than a day in all.',
    'Die Quelle hat nicht geantwortet: {sentence}. Sie verlangt, insgesamt länger als einen Tag zu warten.',
  ],
  ['The source did not answer: {sentence}.', 'Die Quelle hat nicht geantwortet: {sentence}.'],
  ['the host has just failed too often', 'Sie ist gerade zu oft ausgefallen'],
  ['not valid JSON', 'kein gültiges JSON'],
  ['too slow', 'zu langsam'],
  ['too large', 'zu groß'],
  ['cut short', 'abgebrochen'],
  ['unreachable', 'nicht erreichbar'],
  ['the connection broke', 'die Verbindung ist abgerissen'],
  ['the host has no address', 'der Name hat keine Adresse'],
  ['private address', 'private Adresse'],
  ['something that is not HTTP', 'etwas, das kein HTTP ist'],
  ['status {number}', 'Status {number}'],
  [
    'a redirect (status {number}), which is not followed',
    'eine Weiterleitung (Status {number}), der nicht gefolgt wird',
  ],
  ['DISCOVERY_SOURCE is not {source} any more.', 'DISCOVERY_SOURCE ist nicht mehr {source}.'],
  ['The post cannot be named: {sentence}.', 'Der Beitrag lässt sich nicht benennen: {sentence}.'],
  [
    'No export file carries a number of this post in its path.',
    'Keine Exportdatei nennt die Nummer dieses Beitrags in ihrem Pfad.',
  ],
  ['DISCOVERY_FILES_DIR names too many posts.', 'DISCOVERY_FILES_DIR nennt zu viele Beiträge.'],
  ['DISCOVERY_FILES_DIR holds too many files.', 'DISCOVERY_FILES_DIR enthält zu viele Dateien.'],
  ['DISCOVERY_FILES_DIR cannot be read.', 'DISCOVERY_FILES_DIR ist nicht lesbar.'],
  ['The actor did not finish in an hour.', 'Der Actor wurde in einer Stunde nicht fertig.'],
  ['Apify refuses the token in APIFY_TOKEN.', 'Apify lehnt den Schlüssel in APIFY_TOKEN ab.'],
  ['Apify says that the account may spend no more.', 'Laut Apify darf das Konto nichts mehr ausgeben.'],
  ['A request to Apify failed: {sentence}.', 'Eine Anfrage an Apify ist gescheitert: {sentence}.'],
  ['A request to Unipile failed: {sentence}.', 'Eine Anfrage an Unipile ist gescheitert: {sentence}.'],
  ['{file}: {sentence}', '{file}: {sentence}'],
];

/** Why the audience cannot be shown, or only with reserve. */
const readiness: readonly Row[] = [
  [
    'The workspace holds no posts: import engagement or discover a post.',
    'Der Arbeitsbereich hat keine Beiträge: Importieren Sie Reaktionen, oder erkunden Sie einen Beitrag.',
  ],
  [
    'No snapshot was taken yet: a worker takes one, or leadlight audience refresh.',
    'Es gibt noch keine Zählung: Der Dienst zählt täglich, oder sofort mit leadlight audience refresh.',
  ],
  [
    'Too few people engaged in the last 90 days to say anything about them.',
    'In den letzten 90 Tagen haben zu wenige Personen reagiert, um etwas über sie zu sagen.',
  ],
  [
    'The last snapshot is older than two days: is a worker running?',
    'Die letzte Zählung ist älter als zwei Tage: Läuft die Hintergrundarbeit?',
  ],
  [
    'No ideal customer profile is set: discoveries qualify nobody.',
    'Es gibt kein Kundenprofil: Erkundungen qualifizieren niemanden.',
  ],
  ['There are not enough credits for another discovery.', 'Für eine weitere Erkundung reicht das Guthaben nicht.'],
];

export const germanImports: readonly Row[] = [...files, ...ends, ...readiness, ...rows];
