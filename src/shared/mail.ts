/** Hands a mail to the mail server of `SMTP_URL`. */
import { createTransport } from 'nodemailer';

export interface MailServer {
  /** `SMTP_URL`. */
  readonly smtpUrl: string | undefined;
  /** `MAIL_FROM`. */
  readonly from: string;
  /** Milliseconds that a whole mail may take; default a minute. A server that answers a byte at a time would never end it. */
  readonly mailWithinMs?: number;
}

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A message was not handed over. The error's text holds no address and no secret. */
export class NotHandedOver extends Error {
  /** @param maybe whether it may have arrived anyway. It is not sent twice then. */
  constructor(
    message: string,
    readonly maybe: boolean,
  ) {
    super(message);
    this.name = 'NotHandedOver';
  }
}

/** How long a mail server, or another receiver, may take. */
export const handOverMs = 15_000;
const usualMailMs = 60_000;

/** Explains an error of nodemailer (nodemailer.com, "Error codes"). */
function smtpFailure(error: unknown): NotHandedOver {
  const memberOf = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined;
  const [code, answer, command] = [memberOf('code'), memberOf('responseCode'), memberOf('command')];
  const said = typeof answer === 'number' ? `status ${answer}` : typeof code === 'string' ? code : 'it failed';
  // A refusal is an answer. Without one, the mail may have arrived only if its text was already being sent.
  return new NotHandedOver(
    `the mail server did not accept it: ${said}`,
    typeof answer !== 'number' && command === 'DATA',
  );
}

/** @throws NotHandedOver when the mail server did not accept it. */
export async function sendMail(server: MailServer, to: string, mail: Mail): Promise<void> {
  if (server.smtpUrl === undefined) throw new NotHandedOver('SMTP_URL is not set, so no mail is sent', false);
  const transport = createTransport({
    url: server.smtpUrl,
    connectionTimeout: handOverMs,
    greetingTimeout: handOverMs,
    socketTimeout: 2 * handOverMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const deadline = AbortSignal.timeout(server.mailWithinMs ?? usualMailMs);
  try {
    const { headers, ...content } = mail;
    await transport.sendMail({
      from: server.from,
      to: { name: '', address: to },
      ...content,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      signal: deadline,
    });
  } catch (error) {
    // How far it had come is not known then.
    if (deadline.aborted) throw new NotHandedOver('the mail server took too long', true);
    throw smtpFailure(error);
  } finally {
    transport.close();
  }
}
