/** Webhooks und Berichte: was den Arbeitsbereich von selbst verlässt. */
import type { Translation } from '../en';
import type { integrations as english } from '../en/integrations';

export const integrations: Translation<typeof english> = {
  'integrations.webhooks': 'Webhooks',
  'webhooks.intro':
    'Sagt einem anderen System, was hier geschieht, sobald es geschieht. Nachrichten sind signiert und enthalten Kennungen; den Rest liest das System mit einem API-Schlüssel.',
  'webhooks.new': 'Neuer Webhook',
  'webhooks.url': 'Adresse',
  'webhooks.url-hint':
    'Eine https-Adresse, die aus dem Internet erreichbar ist, etwa https://hooks.example.com/leadlight.',
  'webhooks.types': 'Ereignisse',
  'webhooks.add': 'Webhook hinzufügen',
  'webhooks.created': 'Hinzugefügt',
  'webhooks.none': 'Es wird nirgendwohin gesendet',
  'webhooks.none-text':
    'Fügen Sie die Adresse Ihres CRM, von n8n oder eines eigenen Dienstes hinzu und wählen Sie, wovon er erfährt.',
  'webhooks.active': 'An',
  'webhooks.paused': 'Angehalten',
  'webhooks.disabled': 'Abgeschaltet',
  'webhooks.since': 'seit {day}',
  'webhooks.secret': 'Geheimnis der Signatur',
  'webhooks.secret-text':
    'Kopieren Sie es jetzt: Es kann nicht noch einmal gezeigt werden. Der Empfänger prüft damit, dass eine Nachricht von hier kommt.',
  'webhooks.rotated-text': '24 Stunden lang tragen Nachrichten auch eine Signatur des alten Geheimnisses.',
  'webhooks.verify': 'Eine Nachricht prüfen, mit einer Bibliothek für Standard Webhooks:',
  'webhooks.back': 'Alle Webhooks',
  'webhooks.gone': 'Diesen Webhook gibt es nicht mehr',
  'webhooks.gone-text': 'Er wurde entfernt oder gehört zu einem anderen Arbeitsbereich.',
  'webhooks.test': 'Test senden',
  'webhooks.tested': 'Eine Testnachricht ist unterwegs. Das Protokoll unten zeigt, was daraus wurde.',
  'webhooks.pause': 'Anhalten',
  'webhooks.resume': 'Einschalten',
  'webhooks.said-paused': 'Angehalten. Was wartet, bleibt erhalten.',
  'webhooks.said-resumed': 'Eingeschaltet. Was sich inzwischen geändert hat, wird jetzt gesagt.',
  'webhooks.rotate': 'Neues Geheimnis',
  'webhooks.remove': 'Diesen Webhook entfernen?',
  'webhooks.remove-text': 'Es wird nichts mehr dorthin gesendet. Was wartet und das Protokoll gehen mit.',
  'webhooks.removed': 'Webhook entfernt',
  'webhooks.gave-up':
    'Es wird nichts mehr gesendet: {reason}. Bringen Sie den Empfänger in Ordnung, schalten Sie den Webhook ein und senden Sie noch einmal, was fehlschlug.',
  'webhooks.deliveries': 'Zustellungen',
  'webhooks.all': 'Alle',
  'webhooks.message': 'Nachricht',
  'webhooks.attempts': 'Versuche',
  'webhooks.answer': 'Antwort',
  'webhooks.queued': 'Entstanden',
  'webhooks.tried': 'Zuletzt versucht',
  'webhooks.next': 'Nächster Versuch',
  'webhooks.next-at': 'nächster: {time}',
  'webhooks.not-tried': 'Noch nicht versucht',
  'webhooks.no-answer': 'Keine Antwort',
  'webhooks.id': 'Kennung der Nachricht',
  'webhooks.body': 'Was gesendet wird',
  'webhooks.none-sent': 'Es wurde noch nichts gesendet',
  'webhooks.none-sent-text':
    'Senden Sie einen Test, um zu sehen, ob der Empfänger antwortet. Nachrichten bleiben 30 Tage hier.',
  'webhooks.none-such': 'Keine Nachricht hat diesen Stand',
  'webhooks.replay': 'Noch einmal senden',
  'webhooks.waits-again': 'Die Nachricht wartet darauf, noch einmal gesendet zu werden.',
  'webhooks.replay-failed': 'Fehlgeschlagene wiederholen',
  'webhooks.replay-text':
    'Jede Nachricht, die seit diesem Tag fehlschlug, wird noch einmal gesendet, der Reihe nach und mit ihrer alten Kennung.',
  'webhooks.replay-since': 'Seit',
  'webhooks.replayed': { one: 'Eine Nachricht wartet wieder', other: '{count} Nachrichten warten wieder' },
  'webhooks.resume-first': 'Schalten Sie den Webhook ein, um dies noch einmal zu senden.',
  'webhooks.do-unreachable':
    'Der Empfänger war nicht erreichbar oder antwortete nicht innerhalb von 15 Sekunden. Prüfen Sie, ob die Adresse stimmt, ob der Dienst läuft und ob dieser Server ihn erreicht.',
  'webhooks.do-refused':
    'Der Empfänger hat die Nachricht abgewiesen. Prüfen Sie, ob er eine Anmeldung verlangt und ob er das aktuelle Geheimnis hat.',
  'webhooks.do-address':
    'An dieser Adresse nimmt niemand Nachrichten an. Fügen Sie einen Webhook mit der richtigen Adresse hinzu und entfernen Sie diesen.',
  'webhooks.do-redirect':
    'Der Empfänger verweist woandershin, und Weiterleitungen wird nicht gefolgt. Fügen Sie einen Webhook mit der endgültigen Adresse hinzu.',
  'webhooks.do-busy': 'Der Empfänger bat zu warten. Die Nachricht wird von selbst noch einmal versucht.',
  'webhooks.do-server':
    'Beim Empfänger ist ein Fehler aufgetreten. Sehen Sie in sein Protokoll; die Nachricht wird von selbst noch einmal versucht.',
  'webhooks.do-body': 'Der Empfänger konnte mit der Nachricht nichts anfangen. Sehen Sie in sein Protokoll.',
  'delivery.PENDING': 'Wartet',
  'delivery.DELIVERED': 'Zugestellt',
  'delivery.FAILED': 'Fehlgeschlagen',
  'webhook-type.leads.changed': 'Leads haben sich geändert',
  'webhook-hint.leads.changed':
    'Ein Klingeln, höchstens alle 10 Sekunden: Der Empfänger liest dann, was sich geändert hat. Am besten, um ein CRM auf dem Stand zu halten.',
  'webhook-type.lead.tier_changed': 'Ein Lead hat die Stufe gewechselt',
  'webhook-hint.lead.tier_changed':
    'Wer gewechselt hat, von welcher Stufe in welche und warum. Gut, um einem Chat neue Prioritäten zu melden.',
  'webhook-type.lead.deleted': 'Ein Lead wurde gelöscht',
  'webhook-hint.lead.deleted':
    'Durch eine Löschung, einen Widerspruch, eine Zusammenführung oder einen zurückgenommenen Import. Der Empfänger sollte ihn auch löschen.',
  'webhook-type.discovery.finished': 'Eine Entdeckung ist zu Ende',
  'webhook-hint.discovery.finished': 'Das Publikum eines Beitrags ist gesammelt, oder es ist fehlgeschlagen.',
  'webhook-type.agent.run_finished': 'Ein Lauf des Agenten ist zu Ende',
  'webhook-hint.agent.run_finished': 'Mit seinem Stand und warum er endete.',
  'webhook-type.credits.low': 'Das Guthaben geht zur Neige',
  'webhook-hint.credits.low': 'Weniger als 100 sind übrig.',
  'webhook-type.webhook.test': 'Test',
};
