/** The OpenAPI document of a running service, and checking values against its schemas. */
import Ajv2020 from 'ajv/dist/2020';
import { send, type TestService } from '../../support/service';

interface Operation {
  operationId: string;
  description: string;
  tags: string[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description: string;
    schema: { type?: string };
    example?: unknown;
  }[];
  responses: Record<string, { $ref?: string; content?: { 'application/json': { example: unknown } } }>;
}

export interface Document {
  openapi: string;
  servers: { url: string }[];
  security: object[];
  tags: { name: string }[];
  paths: Record<string, { get: Operation }>;
  components: {
    schemas: Record<string, object>;
    headers: Record<string, object>;
    responses: Record<string, { headers: object; content: { 'application/json': { example: unknown } } }>;
  };
}

export interface Described {
  readonly document: Document;
  /** What keeps a value from a schema of the document, named by its pointer; nothing when it conforms. */
  readonly conforms: (pointer: string, value: unknown) => string[];
}

/** Both documents as one, with the server of the first: the addresses below the version prefix, and the others. */
export async function describedBy(service: TestService): Promise<Described> {
  const [api, root] = await Promise.all(
    ['openapi', 'openapi-root'].map(
      async (name) => JSON.parse((await send(service, `/api/v1/${name}.json`)).text) as Document,
    ),
  );
  if (!api || !root) throw new Error('a document is missing');
  const document: Document = {
    ...api,
    tags: [...api.tags, ...root.tags],
    paths: { ...api.paths, ...root.paths },
    components: {
      schemas: { ...api.components.schemas, ...root.components.schemas },
      responses: { ...api.components.responses, ...root.components.responses },
      headers: { ...api.components.headers, ...root.components.headers },
    },
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'https://openapi/', ...document });
  return {
    document,
    conforms(pointer, value) {
      const check = ajv.getSchema(`https://openapi/#${pointer}`);
      if (!check) throw new Error(`no schema at ${pointer}`);
      return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    },
  };
}

/** A path as a part of a JSON pointer in a URL. */
export const escaped = (path: string) =>
  path.replaceAll('~', '~0').replaceAll('/', '~1').replace(/[{}]/g, encodeURIComponent);
