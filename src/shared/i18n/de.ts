/** German. */
import type { Messages } from './en';

export const de: Messages = {
  signIn: 'Anmelden',
  signInHeading: 'Zum Fortfahren anmelden',
  signInIntro:
    'Eine App bittet um Zugriff auf Ihren Arbeitsbereich in {brand}. Melden Sie sich an, um zu sehen, welche App es ist und was sie möchte.',
  email: 'E-Mail',
  password: 'Passwort',
  errorTitle: 'Fehler: {title}',
  wantsAccess: '{app} möchte Zugriff',
  wantsAccessTo: '{app} möchte Zugriff auf Ihren Arbeitsbereich',
  quoted: '„{text}“',
  callsItself: 'Eine App, die sich „{name}“ nennt,',
  goesTo: 'Nach Ihrer Zustimmung geht der Zugriff an',
  describesItself: 'Die App beschreibt sich unter {address}',
  provedName: 'Die App hat nachgewiesen, dass ihr der Name gehört.',
  unverified: 'Ungeprüft',
  trustAddress: 'Jede App kann sich „{name}“ nennen. Vertrauen Sie der Adresse oben, nicht dem Namen.',
  readsAs: 'Dieser Name liest sich wie „{other}“, und nichts belegt, dass die App von dort kommt.',
  runsHere: 'Diese App läuft auf dem Computer, den Sie gerade benutzen.',
  runsHereOnly: 'Stimmen Sie nur zu, wenn Sie das Verbinden selbst eben gestartet haben.',
  opensProgram: 'Dies öffnet das Programm, das Ihr Computer für „{scheme}:“-Adressen benutzt.',
  noWorkspace:
    'Sie gehören zu keinem Arbeitsbereich und können daher nichts freigeben. Bitten Sie einen Inhaber oder Administrator, Sie hinzuzufügen.',
  workspace: 'Arbeitsbereich',
  couldThen: 'Sie könnte dann',
  onlyRead: 'Sie kann nur lesen.',
  keepsAccess: 'Der Zugriff bleibt, bis Sie, ein Inhaber oder ein Administrator ihn entziehen, höchstens 90 Tage.',
  mostConnections:
    'Sie können in einem Arbeitsbereich höchstens {most} Verbindungen haben: Eine weitere beendet die am längsten ungenutzte.',
  endsConnection: 'Sie haben hier {most} Verbindungen: Ihre Zustimmung beendet „{name}“, die am längsten ungenutzte.',
  askedTooOften:
    '{most} Ihrer Anfragen warten in diesem Arbeitsbereich auf Antwort. Bitten Sie zuerst einen Inhaber oder Administrator, sie zu beantworten.',
  approve: 'Zustimmen',
  cancel: 'Abbrechen',
  askAdmins: 'Inhaber oder Administrator fragen',
  permitMembers: 'Diese App auch für die Mitglieder des Arbeitsbereichs erlauben, die sie dann selbst verbinden können',
  permitRefused:
    'Nur Inhaber und Administratoren dieses Arbeitsbereichs dürfen eine App für seine Mitglieder erlauben. Entfernen Sie das Häkchen oder wählen Sie einen anderen Arbeitsbereich.',
  tooManyPermits:
    'Mehr Apps dürfen in diesem Arbeitsbereich oder von einer Person nicht erlaubt sein. Verbieten Sie zuerst eine, oder entfernen Sie das Häkchen.',
  signedInAs: 'Angemeldet als {email}.',
  otherAccount: 'Anderes Konto verwenden',
  roleOWNER: 'Sie sind hier Inhaber',
  roleADMIN: 'Sie sind hier Administrator',
  roleMEMBER: 'Sie sind hier Mitglied',
  mayAll: '{role} und dürfen alles freigeben.',
  mayNotSome:
    '{role} und dürfen {scopes} nicht freigeben. Verbinden Sie mit dem Rest, oder fragen Sie einen Inhaber oder Administrator.',
  youCanAsk: 'Sie können {people} fragen.',
  connectedAlready: 'Sie haben diese App schon verbunden, mit: {scopes}.',
  needsAdmin: 'Braucht einen Inhaber oder Administrator',
  isNew: 'Neu',
  sensitive: 'Vertraulich',
  approved: 'Zugestimmt',
  cancelled: 'Abgebrochen',
  takingBack: 'Zurück zu {app} …',
  continue: 'Weiter',
  asked: 'Ihre Anfrage ist notiert',
  askedText:
    'Sagen Sie einem Inhaber oder Administrator Bescheid: Es geht keine Nachricht von selbst hinaus. Ihre Anfrage steht in der Konsole unter Integrationen, Assistenten; dort lässt sich die App erlauben. Verbinden Sie sie dann erneut, aus derselben App.',
  chooseWorkspace: 'Wählen Sie einen Arbeitsbereich.',
  tickSomething: 'Wählen Sie mindestens eine Art von Zugriff oder brechen Sie ab.',
  notMember: 'Sie sind kein aktives Mitglied dieses Arbeitsbereichs.',
  adminRequired:
    'Nur ein Inhaber oder Administrator dieses Arbeitsbereichs darf {scopes} freigeben. Entfernen Sie das Häkchen oder fragen Sie einen von ihnen.',
  wrongPassword: 'E-Mail oder Passwort ist falsch.',
  tooMany: 'Zu viele Versuche. Warten Sie {time} und versuchen Sie es erneut.',
  goneTitle: 'Diese Anfrage ist abgeschlossen',
  goneText:
    'Sie wurde schon beantwortet oder hat länger als 10 Minuten gewartet. Gehen Sie zur App zurück und verbinden Sie erneut.',
  nothingTitle: 'Nichts freizugeben',
  nothingText:
    'Diese Seite öffnet sich von selbst, wenn eine App um Zugriff bittet. Starten Sie das Verbinden in der App.',
  staleTitle: 'Bitte versuchen Sie es erneut',
  staleText:
    'Dieses Formular gehört nicht zu diesem Browser, oder Cookies sind blockiert. Gehen Sie zur App zurück und verbinden Sie erneut.',
  elsewhereTitle: 'Die Anmeldung ist woanders',
  elsewhereText:
    'Bei diesem Dienst meldet man sich über eine andere Anwendung an. Der Betreiber setzt CONSENT_PAGE_URL auf deren Seite.',
  failedTitle: 'Das hat nicht geklappt',
  failedText: 'Der Dienst hat ein Problem. Warten Sie einen Moment und versuchen Sie es in der App erneut.',
  unusableTitle: 'Diese Verbindungsanfrage ist nicht verwendbar',
  unusableText: 'Es wurde nichts verbunden. Beginnen Sie in der Anwendung, von der Sie kamen, noch einmal.',
  unusableCode: 'Code {code}, Anfrage {request}.',
  help: 'Hilfe',
  'workspace:read': 'Zugang und Nutzung des Arbeitsbereichs',
  'workspace:read about':
    'Sehen, welche Daten dieser Arbeitsbereich bietet und wie viele Leads und Profile er enthält.',
  'leads:read': 'Leads, Kontaktdaten und gespeicherte Profile',
  'leads:read about':
    'Leads mit Profilen und geschäftlichen E-Mail-Adressen, Signale, Firmen und die beobachteten Profile lesen.',
  'analytics:read': 'Auswertungen zu Beiträgen und Zielgruppen',
  'analytics:read about': 'Zusammenfassungen von Beiträgen und zusammengefasste Zielgruppenzahlen lesen, ohne Namen.',
  'agent:read': 'Status und Vorschläge des Agenten',
  'agent:read about': 'Lesen, was der automatische Agent getan hat und welche Kandidaten er vorgeschlagen hat.',
};
