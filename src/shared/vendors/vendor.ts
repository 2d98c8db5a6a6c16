/** What a vendor's assistant presents when it connects, as seen on a day. Data only: the files beside this one hold it. */

/** A Client ID Metadata Document as the vendor publishes it. Its `client_id` is its address. */
export interface PublishedDocument {
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly [member: string]: unknown;
}

export interface VendorDocument {
  /** The day on which it was last seen, `YYYY-MM-DD`. */
  readonly seen: string;
  readonly document: PublishedDocument;
}

/** The body of a dynamic registration (RFC 7591) that the assistant sends. */
export interface VendorRegistration {
  readonly seen: string;
  readonly body: { readonly redirect_uris: readonly string[]; readonly [member: string]: unknown };
}

export interface Vendor {
  readonly title: string;
  readonly documents: readonly VendorDocument[];
  readonly registrations: readonly VendorRegistration[];
  /** What its authorization request holds beside the usual. The redirect URI has the port that a loopback request has. */
  readonly request: {
    readonly redirectUri: string;
    /** Undefined: it sends none. */
    readonly scope?: string;
    /** Whether it names the server's address as `resource`. */
    readonly resource: boolean;
  };
}
