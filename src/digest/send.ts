/** Handing a digest over: to a mail server, or to an incoming webhook of Slack. */
import { createTransport } from 'nodemailer';
import type { Settings } from '../../config/settings';
import { reasonOf } from '../jobs/errors';
import { exchangeStatus, OutgoingError, type FailureKind } from '../shared/http-client/exchange';
import { readTarget } from '../shared/http-client/targets';
import { htmlOf, slackOf, subjectOf, textOf, type DigestContent } from './render';

export interface Outgoing {
  /** `SMTP_URL`. */
  readonly smtpUrl: string | undefined;
  /** `MAIL_FROM`. */
  readonly from: string;
  /** `WEBHOOK_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[];
  /** Address of the service, without a final slash. */
  readonly publicUrl: string;
}

/** What the settings say of how digests go out. */
export function outgoingOf(
  settings: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'WEBHOOK_ALLOWED_HOSTS' | 'PUBLIC_URL' | 'PORT'>,
): Outgoing {
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  return {
    smtpUrl: settings.SMTP_URL,
    from: settings.MAIL_FROM ?? `leadlight@${new URL(publicUrl).hostname}`,
    allowedHosts: settings.WEBHOOK_ALLOWED_HOSTS,
    publicUrl: publicUrl.replace(/\/$/, ''),
  };
}

/** A digest was not handed over. The message holds no address and no secret. */
export class NotHandedOver extends Error {
  /** @param maybe whether it may have arrived all the same: it is not sent twice then. */
  constructor(
    message: string,
    readonly maybe: boolean,
  ) {
    super(message);
    this.name = 'NotHandedOver';
  }
}

const timeoutMs = 15_000;

/** What nodemailer says of an error (nodemailer.com, "Error codes"). */
function smtpFailure(error: unknown): NotHandedOver {
  const told = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined;
  const [code, answer, command] = [told('code'), told('responseCode'), told('command')];
  const said = typeof answer === 'number' ? `status ${answer}` : typeof code === 'string' ? code : 'it failed';
  // A refusal is an answer. Without one, only what broke after the text was under way may have arrived.
  return new NotHandedOver(
    `the mail server did not take it: ${said}`,
    typeof answer !== 'number' && command === 'DATA',
  );
}

/** @throws NotHandedOver when the mail server did not take it. */
export async function sendMail(outgoing: Outgoing, to: string, content: DigestContent): Promise<void> {
  if (outgoing.smtpUrl === undefined) throw new NotHandedOver('SMTP_URL is not set, so no mail is sent', false);
  const transport = createTransport({
    url: outgoing.smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: outgoing.from,
      to: { name: '', address: to },
      subject: subjectOf(content),
      text: textOf(content),
      html: htmlOf(content),
      headers: {
        'Auto-Submitted': 'auto-generated',
        // RFC 8058: one click, without a page in between.
        'List-Unsubscribe': `<${content.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
  } catch (error) {
    throw smtpFailure(error);
  } finally {
    transport.close();
  }
}

/** Failures after which Slack may have the message. */
const maybeArrived: ReadonlySet<FailureKind> = new Set(['timeout', 'cut_short']);

/** @throws NotHandedOver when Slack did not take it. */
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
      timeoutMs,
    });
  } catch (error) {
    const maybe = error instanceof OutgoingError && maybeArrived.has(error.kind);
    throw new NotHandedOver(`Slack did not take it: ${reasonOf(error)}`, maybe);
  }
}
