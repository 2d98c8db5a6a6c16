/**
 * An endpoint of the authorization server as data: what it takes, what it answers, and the code behind it. The router, the reading
 * of requests and the OpenAPI document follow from it (addresses.ts lists them by address).
 */
import type { Request } from 'express';
import type { z } from 'zod';
import type { Addresses } from '../../auth/mcp-addresses';
import type { HeaderName, Json } from '../../http/openapi';
import { sendJson, type Headers } from '../../http/respond';
import type { OauthErrorCode } from './errors';
import { queryOf, type Endpoint } from './http';
import { invalid, jsonBody } from './json-body';
import type { OauthService } from './service';
import { sessionOf, type AskedSession } from './session';

/** A body: its schema, and its name in the OpenAPI document. A schema that stands there by itself has no name. */
export interface Body<Schema extends z.ZodType | Json = z.ZodType | Json> {
  readonly name?: string;
  readonly schema: Schema;
}

/** What the OpenAPI document says about a parameter of the address. It is a text unless a schema is given. */
export interface ParameterText {
  readonly description: string;
  readonly required?: true;
  readonly schema?: Json;
  readonly example: string | number | ((addresses: Addresses) => string);
}
export type ParameterTexts = Readonly<Record<string, ParameterText>>;

interface AnswerText {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  readonly body?: Body;
}

/** What an endpoint is, apart from its method and path. */
interface EndpointText {
  /** Its name in the OpenAPI document, for programs. */
  readonly id: string;
  readonly summary: string;
  readonly text: string;
  readonly inPath?: ParameterTexts;
  readonly query?: ParameterTexts;
  /** Error codes in addition to those that follow from a body, a session, and from being an address. */
  readonly errors?: readonly OauthErrorCode[];
}

/** An endpoint that the OpenAPI document leaves out. */
export interface UndocumentedEndpoint {
  readonly open: (service: OauthService) => Endpoint;
}

export interface EndpointDescriptor extends EndpointText, UndocumentedEndpoint {
  /** Whether it takes a session token. */
  readonly session: boolean;
  readonly takes?: Body;
  /** True if its body may be a form, whose errors are the body of RFC 6749. */
  readonly forms?: true;
  /** By status, or `default`. */
  readonly answers: Readonly<Record<string, AnswerText>>;
  /** Codes whose answer is a page for a person. */
  readonly errorPages?: readonly OauthErrorCode[];
}

/** A value that nothing changes, as code makes it for an answer of this schema. */
export type AnswerOf<Schema extends z.ZodType> = Immutable<z.input<Schema>>;
type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

/** A request with a session token. Body and query are read when they are asked for: some endpoints look at the person first. */
export interface SessionCall<Taken> {
  readonly service: OauthService;
  readonly session: AskedSession;
  readonly req: Request;
  /** @throws OauthError `validation_failed` naming each member that is wrong or unknown; `unsupported_media_type`. */
  body(): Taken;
  /** The known parameters of the query, each once. @throws OauthError `validation_failed`. */
  query(): ReadonlyMap<string, string>;
  /** An id of the path, in lower case; undefined if it is none. */
  idInPath(name: string): string | undefined;
}

interface SessionEndpoint<Taken extends z.ZodType, Answer extends z.ZodType> extends EndpointText {
  readonly takes?: Body<Taken>;
  readonly answers: { readonly status: 200 | 201; readonly description: string; readonly body: Body<Answer> };
  readonly headers?: Headers;
  run(call: SessionCall<z.output<Taken>>): Promise<AnswerOf<Answer> & object>;
}

/** Declares an endpoint that takes a session token and answers with JSON of its schema. */
export function sessionEndpoint<Taken extends z.ZodType, Answer extends z.ZodType>({
  answers: { status, ...answer },
  headers,
  run,
  ...text
}: SessionEndpoint<Taken, Answer>): EndpointDescriptor {
  return {
    ...text,
    session: true,
    answers: { [status]: answer },
    open: (service) => async (req, res) => {
      sendJson(res, status, await run(await callOf(service, req, text)), headers);
    },
  };
}

interface SessionChange<Taken extends z.ZodType> extends EndpointText {
  readonly takes?: Body<Taken>;
  run(call: SessionCall<z.output<Taken>>): Promise<void>;
}

/** Declares an endpoint that takes a session token and answers nothing (204). */
export function sessionChange<Taken extends z.ZodType>({ run, ...text }: SessionChange<Taken>): EndpointDescriptor {
  return {
    ...text,
    session: true,
    answers: { 204: { description: 'Done.' } },
    open: (service) => async (req, res) => {
      await run(await callOf(service, req, text));
      res.status(204).end();
    },
  };
}

async function callOf<Taken extends z.ZodType>(
  service: OauthService,
  req: Request,
  { takes, query = {} }: { readonly takes?: Body<Taken>; readonly query?: ParameterTexts },
): Promise<SessionCall<z.output<Taken>>> {
  return {
    service,
    req,
    session: await sessionOf(service, req),
    body() {
      if (!takes) throw new Error('this endpoint takes no body');
      return jsonBody(req, takes.schema);
    },
    query: () => parametersOf(req, Object.keys(query)),
    idInPath(name) {
      const id = String(req.params[name]).toLowerCase();
      return uuid.test(id) ? id : undefined;
    },
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function parametersOf(req: Request, known: readonly string[]): ReadonlyMap<string, string> {
  const query = queryOf(req);
  if (!query) throw invalid([{ path: '', message: 'The query is malformed.' }]);
  const wrong = [...new Set(query.keys())].flatMap((name) => {
    if (!known.includes(name))
      return [{ path: name.slice(0, 64), message: `is not known here; allowed are ${known.join(', ')}` }];
    return query.getAll(name).length === 1 && query.get(name) !== ''
      ? []
      : [{ path: name, message: 'must be there once, and not empty' }];
  });
  const organization = query.get('organizationId');
  if (organization !== null && !uuid.test(organization))
    wrong.push({ path: 'organizationId', message: 'must be a uuid' });
  if (wrong.length > 0) throw invalid(wrong);
  return new Map([...query].map(([name, value]) => [name, name === 'organizationId' ? value.toLowerCase() : value]));
}
