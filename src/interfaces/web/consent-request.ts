/** The calls of the consent page to the authorization server: those of docs/consent-page.md, made in this process. */

/** What the page shows about a request. */
export interface ConsentRequest {
  readonly client: {
    readonly id: string;
    readonly name: string;
    readonly uri: string | null;
    readonly redirectHost: string;
    readonly redirectScheme: string;
    readonly loopback: boolean;
    readonly verified: boolean;
    readonly readsAs: string | null;
    readonly assistant: string | null;
  };
  readonly scopes: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly sensitive: boolean;
  }[];
  readonly requiresAdmin: boolean;
  readonly organizations: readonly {
    readonly organizationId: string;
    readonly name: string;
    readonly role: string;
    readonly canApprove: boolean;
    readonly approvableScopes: readonly string[];
    readonly admins: readonly { readonly displayName: string; readonly email: string }[];
    readonly connections: { readonly most: number; readonly approvingEnds: { readonly clientName: string } | null };
  }[];
  readonly existing: { readonly scopes: readonly string[] } | null;
  readonly context: { readonly uiLocales: string | null };
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** A person's answer. */
export interface Decision {
  readonly requestToken: string;
  readonly organizationId: string;
  readonly approved: boolean;
  /** Names of the scopes left ticked. Undefined: all that were requested. */
  readonly scopes?: readonly string[];
}

/** What members may then connect themselves. */
export interface Permit {
  readonly organizationId: string;
  /** A client id, or the name of an assistant. */
  readonly app: string;
  readonly scopes: readonly string[];
}

/** A refused call. `code` is that of the error envelope. */
export interface Refused {
  readonly refused: string;
  readonly status: number;
}

export interface ConsentCalls {
  lookUp(requestToken: string, sessionToken: string): Promise<ConsentRequest | Refused>;
  complete(decision: Decision, sessionToken: string): Promise<{ readonly redirectUrl: string } | Refused>;
  /** Asks owners and admins to permit the app. */
  ask(
    request: Omit<Decision, 'approved'>,
    sessionToken: string,
  ): Promise<{ readonly accessRequestId: string } | Refused>;
  /** Permits an app for the members of a workspace; for its owners and admins. */
  permit(permit: Permit, sessionToken: string): Promise<{ readonly app: string } | Refused>;
}
