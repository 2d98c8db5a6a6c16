/** The little of oidc-provider that the benchmark uses; the package ships no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Account {
    readonly accountId: string;
    claims(): { sub: string };
  }

  export class Provider {
    constructor(
      issuer: string,
      configuration: { findAccount(context: unknown, sub: string): Account; [option: string]: unknown },
    );
    callback(): RequestListener;
    readonly Client: { find(id: string): Promise<object | undefined> };
    readonly Grant: new (properties: { accountId: string; clientId: string }) => {
      addResourceScope(resource: string, scope: string): void;
      save(): Promise<string>;
    };
    readonly RefreshToken: new (properties: Readonly<Record<string, unknown>>) => { save(): Promise<string> };
  }
}
