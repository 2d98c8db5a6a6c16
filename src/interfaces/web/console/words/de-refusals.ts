/** German for refusals and validation, as operations and forms answer them. */
import { passwordLength } from '../../../../auth/passwords';
import type { Row } from '../../../../words/sentences';

const characters = (count: string, english: string): readonly Row[] => [
  [`must have at ${english} 1 character`, `muss ${count} 1 Zeichen haben`],
  [`must have at ${english} {number} characters`, `muss ${count} {number} Zeichen haben`],
  [`must hold at ${english} 1 value`, `muss ${count} 1 Eintrag haben`],
  [`must hold at ${english} {number} values`, `muss ${count} {number} Einträge haben`],
  [`must be at ${english} {number}`, `muss ${count} {number} sein`],
];

const validation: readonly Row[] = [
  ['is required', 'fehlt'],
  ['must be an integer', 'muss eine ganze Zahl sein'],
  ['must be a number', 'muss eine Zahl sein'],
  ['must be a text', 'muss ein Text sein'],
  ['must be true or false', 'muss Ja oder Nein sein'],
  ['must be a list', 'muss eine Liste sein'],
  ['must be an object', 'muss ein Objekt sein'],
  ['must be one of {values}', 'muss eines davon sein: {values}'],
  ...characters('höchstens', 'most'),
  ...characters('mindestens', 'least'),
  ['must be at most {number} characters', 'muss höchstens {number} Zeichen haben'],
  ['at most {number} characters', 'höchstens {number} Zeichen'],
  ['at most {number} values', 'höchstens {number} Einträge'],
  ['must hold a visible character', 'muss ein sichtbares Zeichen enthalten'],
  ['must contain a letter or digit', 'muss einen Buchstaben oder eine Ziffer enthalten'],
  ['must be an e-mail address', 'muss eine E-Mail-Adresse sein'],
  ['Invalid email address', 'muss eine E-Mail-Adresse sein'],
  ['must not be 0', 'darf nicht 0 sein'],
  ['must not be above {other}', 'darf nicht größer sein als der andere Wert'],
  ['must be in the future', 'muss in der Zukunft liegen'],
  ['must not be in the future', 'darf nicht in der Zukunft liegen'],
  ['must be a day, YYYY-MM-DD', 'muss ein Tag sein, JJJJ-MM-TT'],
  ['must be YYYY-MM-DD or RFC 3339 (2026-01-31T09:30:00Z)', 'muss ein Tag sein, JJJJ-MM-TT'],
  ['must be a uuid', 'ist keine Kennung dieses Dienstes'],
  [
    'must be a code of ISO 3166-1 alpha-2, such as DE or GB',
    'muss ein Ländercode mit zwei Buchstaben sein, etwa DE oder GB',
  ],
  ['must be an https URL', 'muss eine https-Adresse sein'],
  ['must not hold credentials', 'darf keine Zugangsdaten enthalten'],
  ['must not have a fragment', 'darf kein # enthalten'],
  [
    'must be https, unless its host is in {setting}',
    'muss mit https beginnen. Eine Adresse im eigenen Netz lässt der Betreiber dieses Dienstes zu ({setting}).',
  ],
  [
    'must name a public host, unless its host is in {setting}',
    'muss im Internet erreichbar sein. Eine Adresse im eigenen Netz lässt der Betreiber dieses Dienstes zu ({setting}).',
  ],
  [
    'must be an https URI, or an http one on loopback, in normal form without fragment or credentials',
    'muss eine https-Adresse sein oder eine http-Adresse dieses Computers, ohne Fragment und ohne Zugangsdaten',
  ],
  ['must be an active member of this workspace', 'muss ein aktives Mitglied dieses Arbeitsbereichs sein'],
  ['must be the name of this workspace, {name}', 'muss der Name dieses Arbeitsbereichs sein: {name}'],
  ['must name each lead once', 'darf jeden Lead nur einmal nennen'],
  ['is needed with SNOOZED: a day, YYYY-MM-DD', 'fehlt: der Tag, bis zu dem zurückgestellt wird'],
  ['is allowed only with the status SNOOZED', 'ist nur beim Zurückstellen erlaubt'],
  ['is allowed only with the disposition BAD_LEAD', 'ist nur erlaubt, wenn jemand kein Lead ist'],
  ['is allowed only with `for: owner`', 'ist nur bei einem Bericht über die Leads eines Mitglieds erlaubt'],
  ['is required: the member whose leads the digest is about', 'fehlt: das Mitglied, um dessen Leads es geht'],
  [
    'must begin with one minute, such as 0: a digest goes out once a day at most',
    'muss mit einer einzelnen Minute beginnen, etwa 0: Ein Bericht geht höchstens einmal am Tag hinaus',
  ],
  ['is not a schedule', 'ist kein Zeitplan'],
  ['must be an IANA time zone, such as Europe/Berlin', 'muss eine Zeitzone sein, etwa Europe/Berlin'],
  ['must name a time that comes: this one never does', 'muss eine Zeit nennen, die kommt: Diese kommt nie'],
  [
    'must be five cron fields, {rest}',
    'muss fünf Felder haben: Minute 0-59, Stunde 0-23, Tag 1-31, Monat 1-12, Wochentag 0-6 mit 0 für Sonntag, je eine Zahl, * für alle, 1,3 für eine Liste, 1-5 für eine Spanne oder */2 für jeden zweiten, etwa 0 7 * * 1-5',
  ],
  [
    'cannot be used: the source {source} cannot search by keywords',
    'geht nicht: Die Quelle {source} kann nicht nach Wörtern suchen',
  ],
  ['is the same account', 'ist dieselbe Firma'],
  ['is the address of a lead in another workspace', 'ist die Adresse eines Leads aus einem anderen Arbeitsbereich'],
  ['names a company page, not a person', 'nennt eine Firmenseite und keine Person'],
  [
    'is {sentence}; give the address of a profile, a member id or the id of a lead',
    'ist {sentence}; nötig ist die Adresse eines Profils, eine Mitgliedsnummer oder die Adresse eines Leads',
  ],
  ['{value} is {sentence}', '{value} ist {sentence}'],
  ['names no post: {reasons}; allowed: {rest}', '{reasons}; nötig ist die Adresse eines Beitrags oder seine URN'],
  ['{value} is no seniority; use one of {rest}', '{value} ist kein Rang; wählen Sie einen aus der Liste'],
  ['{value} is no function; use one of {rest}', '{value} ist kein Bereich; wählen Sie einen aus der Liste'],
  [
    '{value} is no country; use an ISO code such as DE, or its name',
    '{value} ist kein Land; schreiben Sie den Namen oder einen Code wie DE',
  ],
  [
    '{value} is no company size; use {rest}',
    '{value} ist keine Firmengröße; schreiben Sie etwa 51-200, oder wählen Sie aus der Liste',
  ],
  ['{value} is no weight; use a number from 0 to 1000', '{value} ist kein Gewicht; nötig ist eine Zahl von 0 bis 1000'],
  ['must be 0 or more', 'muss 0 oder mehr sein'],
  ['must be 1000 or less', 'muss 1000 oder weniger sein'],
  ['must be 0 or at least 0.001', 'muss 0 oder mindestens 0,001 sein'],
  [
    'asks for nothing; give at least one of {rest}',
    'fragt nach nichts; geben Sie Berufsbezeichnungen, Ränge, Bereiche, Branchen, Größen oder Länder an',
  ],
  ['must not be 0 for everything that is asked for ({rest})', 'dürfen nicht für alles 0 sein, wonach gefragt wird'],
  [
    `must have ${passwordLength.minimum} to ${passwordLength.maximum} characters`,
    `muss ${passwordLength.minimum} bis ${passwordLength.maximum} Zeichen haben`,
  ],
  ['must not repeat the same few characters', 'darf nicht dieselben Zeichen wiederholen'],
  ['must not be a row of digits or letters', 'darf keine Reihe von Ziffern oder Buchstaben sein'],
  [
    'must not be one of the commonest passwords, also with digits or signs around it',
    'darf keines der häufigsten Passwörter sein, auch nicht mit Ziffern oder Zeichen darum',
  ],
  [
    'is required: that of your account, or one for a new account',
    'fehlt: das Ihres Kontos oder eines für ein neues Konto',
  ],
  [
    'is not allowed with example data, whose workspace has its own name',
    'ist bei Beispieldaten nicht möglich: Ihr Arbeitsbereich hat einen eigenen Namen',
  ],
  ['needs the dataAccess flag integrations', 'geht nur zusammen mit dem Zugriff auf Integrationen'],
  [
    'does not belong to this list with these filters and this sort; start again without it',
    'gehört nicht zu dieser Liste: Laden Sie die Seite neu',
  ],
  [
    'is not the digest of the bytes that arrived, so the upload was removed; send the file again',
    'stimmt nicht mit dem überein, was ankam, daher wurde es verworfen; senden Sie die Datei noch einmal',
  ],
];

const refusals: readonly Row[] = [
  [
    'The answer took too long and was given up. Use narrower filters, or try again later.',
    'Die Antwort hat zu lange gedauert. Grenzen Sie die Filter ein, oder versuchen Sie es später noch einmal.',
  ],
  [
    'This process may no longer store anything. Its operator has to restart it.',
    'Dieser Dienst darf nichts mehr speichern. Sein Betreiber muss ihn neu starten.',
  ],
  [
    'The database does not answer at the moment. Try again shortly.',
    'Die Datenbank antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
  ],
  [
    'The service is stopping. Try again in a moment.',
    'Der Dienst hält gerade an. Versuchen Sie es gleich noch einmal.',
  ],
  [
    'The service is starting. Try again in a moment.',
    'Der Dienst startet gerade. Versuchen Sie es gleich noch einmal.',
  ],
  ['The request was refused.', 'Die Anfrage wurde abgelehnt.'],
  ['The body did not arrive whole.', 'Die Anfrage kam nicht vollständig an.'],
  ['The body did not arrive in time.', 'Die Anfrage kam nicht rechtzeitig an.'],
  ['The body is larger than {number} KB.', 'Das ist zu groß: höchstens {number} KB.'],
  [
    '{number} requests run and {number2} wait; send fewer at once.',
    'Es laufen schon {number} Anfragen, und {number2} warten. Versuchen Sie es gleich noch einmal.',
  ],
  [
    'At most {number} run at once; wait until one has ended.',
    'Höchstens {number} laufen zugleich; warten Sie auf eine.',
  ],
  [
    'The resource has changed since you read the ETag in If-Match. Read it again before you change it.',
    'Das wurde inzwischen geändert. Laden Sie die Seite neu.',
  ],
  ['Only an OWNER can make or change an OWNER.', 'Nur ein Inhaber kann jemanden zum Inhaber machen oder einen ändern.'],
  [
    'Digests of other people and of the workspace need the role ADMIN or a higher one.',
    'Berichte für andere und für den Arbeitsbereich brauchen einen Admin oder Inhaber.',
  ],
  ['{email} is inactive.', '{email} ist inaktiv.'],
  [
    '{email} is the only active owner of this workspace; make someone else OWNER first',
    '{email} ist der einzige aktive Inhaber dieses Arbeitsbereichs; machen Sie zuerst jemand anderen zum Inhaber',
  ],
  ['A workspace must keep at least one active owner.', 'Ein Arbeitsbereich braucht mindestens einen aktiven Inhaber.'],
  ['{email} is a member of the workspace already.', '{email} ist schon Mitglied des Arbeitsbereichs.'],
  ['{email} is a member of the workspace already', '{email} ist schon Mitglied des Arbeitsbereichs'],
  [
    '{number} invitations are pending already: withdraw some of them.',
    'Es stehen schon {number} Einladungen aus: Ziehen Sie einige zurück.',
  ],
  [
    'This person belongs to other workspaces too: only the operator of this service can reset their password.',
    'Diese Person gehört auch zu anderen Arbeitsbereichen: Nur der Betreiber dieses Dienstes kann ihr Passwort zurücksetzen.',
  ],
  [
    'A workspace has at most {number} members, inactive ones among them: activate one of those, or use another workspace.',
    'Ein Arbeitsbereich hat höchstens {number} Mitglieder, inaktive eingeschlossen: Aktivieren Sie eines davon, oder nehmen Sie einen anderen Arbeitsbereich.',
  ],
  ['A workspace named {name} exists already', 'Einen Arbeitsbereich namens {name} gibt es schon'],
  [
    'One person can own at most {number} workspaces: delete one first.',
    'Eine Person kann höchstens {number} Arbeitsbereiche besitzen: Löschen Sie zuerst einen.',
  ],
  [
    'A workspace has at most {number} digests: remove one first.',
    'Ein Arbeitsbereich hat höchstens {number} Berichte: Entfernen Sie zuerst einen.',
  ],
  [
    'A member has at most {number} digests: remove one first.',
    'Ein Mitglied hat höchstens {number} Berichte: Entfernen Sie zuerst einen.',
  ],
  [
    'The reader has unsubscribed from this digest. Only they can turn it on again.',
    'Die Person hat diesen Bericht abbestellt. Nur sie selbst kann ihn wieder einschalten.',
  ],
  [
    'The person who added or read this digest has left. It is sent again when somebody takes it over.',
    'Die Person, die diesen Bericht angelegt oder gelesen hat, ist nicht mehr dabei. Er wird wieder gesendet, wenn jemand ihn übernimmt.',
  ],
  [
    'The reader has unsubscribed from this digest, so nothing is sent.',
    'Die Person hat diesen Bericht abbestellt, daher wird nichts gesendet.',
  ],
  ['This service sends no mail: its operator has to set SMTP_URL first.', 'Dieser Dienst sendet noch keine E-Mails.'],
  [
    'This service sends no mail. Ask an owner or admin of your workspace for a link.',
    'Dieser Dienst sendet keine E-Mails. Bitten Sie einen Inhaber oder Admin Ihres Arbeitsbereichs um einen Link.',
  ],
  [
    'Somebody else saved a view called "{name}". Choose another name.',
    'Jemand anderes hat schon eine Ansicht namens „{name}“ gespeichert. Wählen Sie einen anderen Namen.',
  ],
  [
    'A member has at most {number} views: remove one of yours first.',
    'Ein Mitglied hat höchstens {number} Ansichten: Entfernen Sie zuerst eine eigene.',
  ],
  [
    'A workspace has at most {number} views: remove one first.',
    'Ein Arbeitsbereich hat höchstens {number} Ansichten: Entfernen Sie zuerst eine.',
  ],
  [
    'A workspace has at most {number} webhooks: remove one first.',
    'Ein Arbeitsbereich hat höchstens {number} Webhooks: Entfernen Sie zuerst einen.',
  ],
  ['The webhook is disabled: resume it first.', 'Der Webhook ist angehalten: Setzen Sie ihn zuerst fort.'],
  ['The webhook accepts no messages: {reason}.', 'Der Webhook nimmt keine Nachrichten an: {reason}.'],
  [
    'The person who made this key has left the workspace, and nobody would answer for the webhook. Make a new key.',
    'Wer diesen Schlüssel angelegt hat, ist nicht mehr im Arbeitsbereich. Legen Sie einen neuen Schlüssel an.',
  ],
  [
    'A workspace has at most {number} API keys that work: revoke one first.',
    'Ein Arbeitsbereich hat höchstens {number} gültige API-Schlüssel: Sperren Sie zuerst einen.',
  ],
  [
    'One person makes at most {number} API keys that work in a workspace: revoke one of yours first, or have another owner or admin make it.',
    'Eine Person legt höchstens {number} gültige API-Schlüssel in einem Arbeitsbereich an: Sperren Sie zuerst einen eigenen, oder bitten Sie einen anderen Inhaber oder Admin.',
  ],
  [
    'A workspace has at most {number} applications that were registered by hand: remove one first.',
    'Ein Arbeitsbereich hat höchstens {number} von Hand angelegte Anwendungen: Entfernen Sie zuerst eine.',
  ],
  [
    '{number} apps are permitted in this workspace, the most there may be: forbid one first.',
    'In diesem Arbeitsbereich sind schon {number} Apps erlaubt, mehr geht nicht: Verbieten Sie zuerst eine.',
  ],
  [
    'You have permitted {number} apps in this workspace, the most for one person: forbid one of them first, or have another owner or admin permit it.',
    'Sie haben in diesem Arbeitsbereich schon {number} Apps erlaubt, mehr geht nicht: Verbieten Sie zuerst eine davon, oder bitten Sie einen anderen Inhaber oder Admin.',
  ],
  [
    'A workspace may watch {number} profiles: stop watching some first.',
    'Ein Arbeitsbereich beobachtet höchstens {number} Profile: Entfernen Sie zuerst einige.',
  ],
  ['This profile is paused: resume it first.', 'Dieses Profil ist angehalten: Setzen Sie es zuerst fort.'],
  [
    'This installation has no source to read posts from: its setting DISCOVERY_SOURCE is none.',
    'Dieser Dienst kann noch keine Beiträge lesen.',
  ],
  [
    'This installation has no source to discover audiences from: its setting DISCOVERY_SOURCE is none.',
    'Dieser Dienst kann noch keine Beiträge lesen.',
  ],
  [
    'This installation has no source for the agent to read: its setting DISCOVERY_SOURCE is none.',
    'Dieser Dienst kann noch keine Beiträge lesen.',
  ],
  [
    'A discovery sets {number} credits aside, and the workspace has fewer available.',
    'Eine Erkundung braucht {number} Credits, und so viel hat der Arbeitsbereich nicht.',
  ],
  ['The workspace does not have that many unused credits.', 'So viel freies Guthaben hat der Arbeitsbereich nicht.'],
  [
    'A workspace has at most {number} discoveries that are queued or running: ask again when one has ended, or cancel one.',
    'In einem Arbeitsbereich warten oder laufen höchstens {number} Erkundungen: Warten Sie auf das Ende einer davon, oder brechen Sie eine ab.',
  ],
  ['The discovery has ended already: it is {status}.', 'Die Erkundung ist schon beendet.'],
  ['No Agent is set up in this workspace.', 'In diesem Arbeitsbereich ist kein Agent eingerichtet.'],
  [
    'The candidates of a preview are not stored, so they cannot be accepted or rejected. Run the agent.',
    'Was eine Vorschau findet, wird nicht gespeichert und kann nicht entschieden werden. Starten Sie den Agenten.',
  ],
  [
    'This person was a lead before the run. Change the lead.',
    'Diese Person war schon vor dem Lauf ein Lead. Ändern Sie den Lead.',
  ],
  ['This person cannot become a lead. {sentence}', 'Diese Person kann kein Lead werden. {sentence}'],
  ['This person cannot become a lead.', 'Diese Person kann kein Lead werden.'],
  ['This engagement is not a comment.', 'Das ist kein Kommentar.'],
  ['The import has ended already.', 'Der Import ist schon beendet.'],
  [
    'This is what was stored before batches were kept: which import brought what is not known, so it cannot be taken back.',
    'Das wurde gespeichert, bevor Importe einzeln festgehalten wurden: Was von welchem Import kam, ist nicht bekannt, daher lässt es sich nicht zurücknehmen.',
  ],
  [
    'The account has no other name, page or domain, so it cannot be split.',
    'Die Firma hat keinen weiteren Namen, keine weitere Seite und keine weitere Domain und lässt sich nicht teilen.',
  ],
  ['This person has not objected.', 'Diese Person hat nicht widersprochen.'],
  [
    'This person was neither erased nor suppressed in this workspace.',
    'Diese Person wurde in diesem Arbeitsbereich weder gelöscht noch gesperrt.',
  ],
  [
    'Nothing is stored about this person. To keep them from being stored, suppress them.',
    'Über diese Person ist nichts gespeichert. Damit sie nicht gespeichert wird, sperren Sie sie.',
  ],
  ['Nothing is stored about this person.', 'Über diese Person ist nichts gespeichert.'],
  [
    'No lead with this id; give the address of their profile.',
    'Einen Lead mit dieser Kennung gibt es nicht; nehmen Sie die Adresse des Profils.',
  ],
  [
    '{number} files wait to be imported, the most there may be. {reasons}',
    'Es warten schon {number} Dateien auf ihren Import, mehr geht nicht. {reasons}',
  ],
  [
    'The files that wait to be imported may have 2 GB together. {reasons}',
    'Die Dateien, die auf ihren Import warten, dürfen zusammen 2 GB haben. {reasons}',
  ],
  [
    'Start or await their imports. A file that is not imported is deleted after two hours.',
    'Starten Sie ihre Importe oder warten Sie darauf. Eine Datei, die nicht importiert wird, wird nach zwei Stunden gelöscht.',
  ],
  [
    'A file may have {number} MB. Compress it with gzip, split it, or use {command}.',
    'Eine Datei darf {number} MB haben. Komprimieren Sie sie mit gzip, oder teilen Sie sie.',
  ],
  ['This upload is being unpacked.', 'Diese Datei wird gerade entpackt.'],
  [
    'The disk of this service is full. Go on with this upload when its operator has made room.',
    'Die Festplatte dieses Dienstes ist voll. Machen Sie weiter, wenn der Betreiber Platz geschaffen hat.',
  ],
  [
    'Another machine of this service has the file of this upload. Send the request again until that machine answers, or let all machines share FILES_DIR.',
    'Die Datei liegt auf einer anderen Maschine dieses Dienstes. Versuchen Sie es noch einmal; der Betreiber kann allen Maschinen ein gemeinsames FILES_DIR geben.',
  ],
  ['E-mail address or password is wrong.', 'E-Mail-Adresse oder Passwort ist falsch.'],
  ['The current password is wrong.', 'Das bisherige Passwort ist falsch.'],
  [
    'You are not signed in, or your session has ended. Sign in again.',
    'Sie sind nicht angemeldet, oder Ihre Sitzung ist beendet. Melden Sie sich neu an.',
  ],
  [
    'Your sessions were ended in this moment. Sign in again.',
    'Ihre Sitzungen wurden eben beendet. Melden Sie sich neu an.',
  ],
  [
    'This link was used, taken back or has run out. Ask for another one.',
    'Dieser Link wurde benutzt, zurückgenommen oder ist abgelaufen. Bitten Sie um einen neuen.',
  ],
  [
    'This address has an account without a password. Ask the operator of this service to set one.',
    'Zu dieser Adresse gehört ein Konto ohne Passwort. Bitten Sie den Betreiber dieses Dienstes, eines zu setzen.',
  ],
  ['This address has an account already.', 'Zu dieser Adresse gibt es schon ein Konto.'],
  [
    'Many people are signing in. Try again in a moment.',
    'Gerade melden sich viele an. Versuchen Sie es gleich noch einmal.',
  ],
  [
    'Too many requests from this address. Try again shortly.',
    'Zu viele Anfragen von dieser Adresse. Versuchen Sie es gleich noch einmal.',
  ],
];

export const germanRefusals: readonly Row[] = [...refusals, ...validation];
