/** A service with two registered apps, and what each attack on the token and revocation endpoints starts from. */
import {
  approve,
  call,
  codeRequest,
  connect,
  refreshRequest,
  register,
  token,
  type Answer,
  type Approved,
  type Tokens,
} from './flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from './server';

/** What one attempt may use up: a code that was not exchanged yet, and the tokens of another connection. */
export interface Context {
  readonly server: TestServer;
  readonly approved: Approved;
  readonly tokens: Tokens;
}

export type Body = Record<string, unknown>;

/** One refused request: what it changes in a good one, and how it is refused. */
export type Row = readonly [name: string, changes: Body, status: number, code: string];

export class Attacked {
  private constructor(
    readonly server: TestServer,
    readonly workspace: TestWorkspace,
    readonly clientId: string,
    readonly otherClientId: string,
  ) {}

  static async start(): Promise<Attacked> {
    const server = await startTestServer();
    return new Attacked(server, await addWorkspace(server), await register(server), await register(server));
  }

  readonly make = async (): Promise<Context> => ({
    server: this.server,
    approved: await approve(this.server, this.workspace, { clientId: this.clientId }),
    tokens: await connect(this.server, this.workspace, { clientId: this.clientId }),
  });
}

/** A good exchange of the code, changed. */
export const exchange =
  (changes: Body) =>
  ({ server, approved }: Context): Promise<Answer> =>
    token(server, { ...codeRequest(server, approved), ...changes });

/** A good refresh, changed. */
export const refresh =
  (changes: Body) =>
  ({ server, tokens }: Context): Promise<Answer> =>
    token(server, { ...refreshRequest(tokens), ...changes });

/** The code is still good: the attempt was refused before it was looked at. */
export const codeStillWorks = async ({ server, approved }: Context) => {
  expect((await token(server, codeRequest(server, approved))).status).toBe(200);
};

export const refreshStillWorks = async ({ server, tokens }: Context) => {
  expect((await call(server, tokens.access)).status).toBe(200);
  expect((await token(server, refreshRequest(tokens))).status).toBe(200);
};
