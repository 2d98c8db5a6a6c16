/**
 * The session of the consent page. It lasts an hour from a sign-in, on that page or in the console: who signed in to the console within
 * the hour is not asked again in the same browser, and who opened it weeks ago is. It ends with the console's session.
 */
import type { PersonSessions } from '../../auth/person-sessions';
import { cookieNames, readCookie, setCookie } from './cookies';

/** An approval gives somebody's assistant access for months: it takes a person who signed in lately. */
const lastsSeconds = 3600;

export interface ConsentSession {
  /** The token in a `Cookie` header, whatever it is worth. */
  read(header: string | undefined): string | undefined;
  /**
   * Starts one.
   * @param since when the person began to prove who they are, epoch milliseconds. If all their sessions ended after that, as with a
   * new password, this one has ended too.
   * @returns the field that keeps it in the browser.
   */
  start(userId: string, since: number): Promise<string>;
  /** Ends it. @returns the field that removes it. */
  end(header: string | undefined): Promise<string>;
}

/** @param publicUrl `PUBLIC_URL`: under https the cookie is `Secure`. */
export function consentSession(people: PersonSessions, publicUrl: string): ConsentSession {
  const secure = publicUrl.startsWith('https:');
  const { session: name } = cookieNames(secure);
  const read = (header: string | undefined) => readCookie(header, name);
  return {
    read,
    start: async (userId, since) => setCookie(name, await people.start(userId, lastsSeconds, since), secure),
    async end(header) {
      const token = read(header);
      if (token !== undefined) await people.end(token);
      return setCookie(name, '', secure, 0);
    },
  };
}
