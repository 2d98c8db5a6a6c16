/** The real service with a workspace whose people can sign in, and a person who approves what assistants ask. */
import { tmpdir } from 'node:os';
import { openSessions, type Sessions } from '../../../src/auth/sessions';
import { startTestService, type TestService } from '../../support/service';
import { complete } from './flow';
import { addWorkspace, sessionSecret, type Person, type TestWorkspace } from './server';

export interface ConsentingService {
  readonly service: TestService;
  readonly sessions: Sessions;
  readonly workspace: TestWorkspace;
  readonly issuer: string;
  readonly resource: string;
  /** What the person's browser does with the address an assistant opens: ends at the assistant's callback. */
  consent(authorizationUrl: URL, person?: Person): Promise<URL>;
  end(): Promise<void>;
}

export async function startConsentingService(env: Record<string, string> = {}): Promise<ConsentingService> {
  const service = await startTestService({
    env: { SESSION_TOKEN_SECRET: sessionSecret, OAUTH_REGISTRATIONS_PER_HOUR: '1000', ...env },
  });
  const sessions = openSessions({ secret: sessionSecret, dataDir: tmpdir() });
  const workspace = await addWorkspace({ db: service.db, sessions });
  const issuer = `${service.baseUrl}/mcp/oauth`;
  const resource = `${service.baseUrl}/mcp`;
  return {
    service,
    sessions,
    workspace,
    issuer,
    resource,
    async consent(authorizationUrl, person = workspace.people.OWNER) {
      const toConsent = await fetch(authorizationUrl, { redirect: 'manual' });
      expect(toConsent.status).toBe(302);
      const requestToken = new URL(toConsent.headers.get('location') ?? '').searchParams.get('requestToken');
      const body = { requestToken, organizationId: workspace.organizationId, approved: true };
      const answer = await complete({ issuer, resource }, person, body);
      expect(answer.status).toBe(200);
      return new URL(answer.said('redirectUrl'));
    },
    end: () => service.end(),
  };
}
