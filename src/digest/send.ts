/** Hands a digest over to a mail server, or to an incoming webhook of Slack. */
import { publicUrlOf } from '../../config/public-address';
import type { Settings } from '../../config/settings';
import { reasonOf } from '../jobs/errors';
import { exchangeStatus, OutgoingError, type FailureKind } from '../shared/http-client/exchange';
import { handOverMs, NotHandedOver, sendMail as handOver, type MailServer } from '../shared/mail';
import { readTarget } from '../shared/http-client/targets';
import { htmlOf, slackOf, subjectOf, plainText, type DigestContent } from './render';

export interface Outgoing extends MailServer {
  /** `WEBHOOK_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[];
  /** Address of the service, without a final slash. */
  readonly publicUrl: string;
  /** `BRAND_NAME`. */
  readonly brand: string;
}

/** Reads from the settings how digests are sent. */
export function outgoingOf(
  settings: Pick<
    Settings,
    'SMTP_URL' | 'MAIL_FROM' | 'WEBHOOK_ALLOWED_HOSTS' | 'PUBLIC_URL' | 'HOST' | 'PORT' | 'BRAND_NAME'
  >,
): Outgoing {
  return {
    smtpUrl: settings.SMTP_URL,
    from:
      settings.MAIL_FROM ??
      `leadlight@${settings.PUBLIC_URL === undefined ? 'localhost' : new URL(settings.PUBLIC_URL).hostname}`,
    allowedHosts: settings.WEBHOOK_ALLOWED_HOSTS,
    publicUrl: publicUrlOf(settings),
    brand: settings.BRAND_NAME,
  };
}

/** @throws NotHandedOver when the mail server did not accept it. */
export async function sendMail(outgoing: Outgoing, to: string, content: DigestContent): Promise<void> {
  await handOver(outgoing, to, {
    subject: subjectOf(content),
    text: plainText(content),
    html: htmlOf(content, outgoing.brand),
    // RFC 8058: one click, without a page in between.
    headers:
      content.unsubscribeUrl === null
        ? {}
        : {
            'List-Unsubscribe': `<${content.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
  });
}

/** After these failures Slack may have the message. */
const maybeArrived: ReadonlySet<FailureKind> = new Set(['timeout', 'cut_short']);

/** @throws NotHandedOver when Slack did not accept it. */
export async function sendSlack(outgoing: Outgoing, address: string, content: DigestContent): Promise<void> {
  const target = readTarget(address, outgoing.allowedHosts);
  if ('problem' in target) throw new NotHandedOver(`its address ${target.problem}`, false);
  const { url, namedBy } = target;
  try {
    await exchangeStatus({
      url,
      namedBy,
      method: 'POST',
      headers: {},
      body: JSON.stringify(slackOf(content)),
      timeoutMs: handOverMs,
    });
  } catch (error) {
    const maybe = error instanceof OutgoingError && maybeArrived.has(error.kind);
    throw new NotHandedOver(`Slack did not accept it: ${reasonOf(error)}`, maybe);
  }
}
