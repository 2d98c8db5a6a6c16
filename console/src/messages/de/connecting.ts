/** API keys explained, and how to connect assistants, in German. */
import type { Translation } from '../en';
import type { connecting as english } from '../en/connecting';

export const connecting: Translation<typeof english> = {
  'flag-hint.workspace': 'Was der Arbeitsbereich enthält, als Zahlen, und was dieser Schlüssel darf.',
  'flag-hint.leads': 'Namen, Titel, Firmen, Stufen und wer worauf reagiert hat. Die meisten Programme brauchen das.',
  'flag-hint.leadContactData': 'Geschäftliche E-Mail-Adressen. Sonst werden sie weggelassen.',
  'flag-hint.leadContactEnrichment':
    'Adressen, die von einem Anreicherungsdienst kamen, nicht aus Ihren eigenen Dateien.',
  'flag-hint.analytics': 'Zahlen zu Beiträgen: Reichweite, Reaktionen, wie viele passende Personen.',
  'flag-hint.icp': 'Wie gut jemand passt, wie groß das Interesse ist und warum. Sonst wird nur die Stufe gezeigt.',
  'flag-hint.watchlist': 'Wessen Beiträge beobachtet werden und auf welche davon jemand reagiert hat.',
  'flag-hint.content': 'Was in Beiträgen und Kommentaren steht. Sonst nur, dass jemand kommentiert hat.',
  'flag-hint.integrations': 'Webhooks. Es wird auch gebraucht, um irgendetwas zu ändern.',
  'flag-hint.sync': 'Der Strom der Änderungen und Löschungen, um ein CRM auf dem Stand zu halten.',
  'flag-hint.agent': 'Läufe des Agenten und die Personen, die er vorschlägt.',
  'flag-hint.audienceAnalytics': 'Zusammengefasste Zahlen zum Publikum, ohne Namen.',
  'flag-hint.audienceDiscovery': 'Das Programm darf Erkundungen starten. Jede verbraucht Guthaben des Arbeitsbereichs.',
  'keys.addresses': 'Alle Adressen mit ihren Parametern und Antworten',
  'welcome.keys-there': { one: 'Es gibt {count} Schlüssel.', other: 'Es gibt {count} Schlüssel.' },
  'keys.explain': 'Was die Rechte bedeuten',
  'keys.writes-hint':
    'Liest und ändert: darf setzen, wer kontaktiert wurde, Zuständige, Einordnungen und beobachtete Profile, und Webhooks hinzufügen.',
  'keys.until': 'bis {day}',
  'keys.revoke-title': 'Diesen Schlüssel widerrufen?',
  'keys.revoke-text': 'Programme, die {name} benutzen, werden sofort abgewiesen. Das lässt sich nicht zurücknehmen.',
  'assistants.steps-claude-1':
    'Öffnen Sie Einstellungen, Konnektoren, und wählen Sie Eigenen Konnektor hinzufügen. In einem Team fügt ihn ein Inhaber einmal hinzu.',
  'assistants.steps-claude-2': 'Geben Sie diese Adresse ein; Client-ID und Geheimnis bleiben leer:',
  'assistants.steps-chatgpt-1':
    'Öffnen Sie Einstellungen, Apps & Connectors, schalten Sie den Entwicklermodus ein und wählen Sie Erstellen.',
  'assistants.steps-chatgpt-2': 'Geben Sie diese Adresse ein und wählen Sie OAuth:',
  'assistants.steps-code-1': 'Im Terminal ausführen:',
  'assistants.steps-code-2': 'Geben Sie dann in Claude Code /mcp ein und wählen Sie Authenticate.',
  'assistants.steps-vscode-1': 'Im Terminal ausführen:',
  'assistants.steps-vscode-2': 'Oder in .vscode/mcp.json eines Projekts schreiben:',
  'assistants.steps-cursor-1': 'In .cursor/mcp.json in Ihrem Benutzerordner oder einem Projekt schreiben:',
  'assistants.steps-cursor-2': 'Öffnen Sie dann Settings, MCP, und wählen Sie Login neben leadlight.',
  'assistants.steps-last':
    'Eine Seite dieses Dienstes öffnet sich. Melden Sie sich an, wählen Sie, was der Assistent lesen darf, und erlauben Sie es.',
  'assistants.need-https':
    'Claude und ChatGPT im Web erreichen nur Dienste im Internet über https. Dieser läuft über http: Verbinden Sie Programme auf einem Rechner dieses Netzes, oder bitten Sie den Betreiber um https.',
  'assistants.waiting': 'Es wird auf eine neue Verbindung gewartet …',
  'assistants.waited': 'Es wurde nichts Neues verbunden.',
  'assistants.look-again': 'Noch einmal nachsehen',
  'assistants.connected': 'Verbunden: {name}',
  'assistants.connected-text':
    'Er darf lesen: {scopes}. Fragen Sie ihn zum Beispiel: „Wen sollte ich heute anrufen und warum?“',
  'assistants.member-note':
    'Leads, Kontaktdaten und gespeicherte Profile brauchen eine Erlaubnis von Inhabern oder Admins. Bitten Sie auf der Seite darum, die sich öffnet.',
  'assistants.other': 'Ein anderer Assistent',
  'assistants.steps-other-1':
    'Geben Sie diese Adresse dort ein, wo er einen MCP-Server über HTTP annimmt; Client-ID und Secret bleiben leer:',
  'assistants.waiting-requests': { one: '{count} Anfrage wartet', other: '{count} Anfragen warten' },
  'assistants.permits': 'Für Mitglieder erlaubt',
  'assistants.permitted-on': 'Erlaubt am',
  'assistants.forbid': 'Verbieten',
  'assistants.forbidden': 'Verboten: {name}',
  'assistants.asked': 'Gefragt am',
  'assistants.since': 'Verbunden am',
  'requests.mine': 'Was Sie angefragt haben',
  'requests.answer': 'Antwort',
  'requests.answered-by': 'von {name}, {day}',
  'requests.only': 'Erlaubt: {scopes}',
  'requests.next-WAITING': 'Inhaber und Admins sehen die Anfrage hier, unter Integrationen.',
  'requests.next-PERMITTED': 'Verbinden Sie die App noch einmal: Jetzt können Sie zustimmen.',
  'requests.next-REFUSED':
    'Sie können sie ohne das verbinden, was eine Erlaubnis braucht, oder aus der App noch einmal fragen.',
  'requests.next-TAKEN_BACK': 'Fragen Sie aus der App noch einmal, wenn Sie es noch brauchen.',
  'request.WAITING': 'Wartet auf Antwort',
  'request.PERMITTED': 'Erlaubt',
  'request.REFUSED': 'Abgelehnt',
  'request.TAKEN_BACK': 'Nicht mehr erlaubt',
};
