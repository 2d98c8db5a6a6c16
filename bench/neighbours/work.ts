/** What one workspace does while its neighbour reads: one row each. To add one, add a row. */
import type { Ask } from '../load';

/** The workspace that works. */
export interface Busy {
  readonly organizationId: string;
  /** Of a key that may read leads. */
  readonly secret: string;
  /** Of an owner's session in the console. */
  readonly cookie: string;
}

export interface Work {
  readonly name: string;
  /** How many go on at once, each again and again. */
  readonly atOnce: number;
  /** What each of them asks, one after the other; `uploadId` is that of its own file. */
  readonly asks: (busy: Busy, uploadId: string) => readonly Ask[];
}

const session = ({ cookie }: Busy, type = 'application/json') => ({
  origin: 'http://leadlight.test',
  'sec-fetch-site': 'same-origin',
  cookie: `leadlight-console=${cookie}`,
  'content-type': type,
});

/** A call of an operation in the console. */
const operation = (busy: Busy, name: string, input: object): Ask => ({
  path: `/app/api/${busy.organizationId}/${name}`,
  method: 'POST',
  headers: session(busy),
  body: JSON.stringify(input),
});

/** Sends a file in one part; the answer says the id of the upload. */
export const uploadOf = (busy: Busy, file: string): Ask => ({
  path: `/app/api/${busy.organizationId}/upload`,
  method: 'POST',
  headers: {
    ...session(busy, 'application/octet-stream'),
    'content-length': String(Buffer.byteLength(file)),
  },
  body: file,
});

const definition = { seniorities: ['manager', 'director'], functions: ['marketing', 'operations'] };
const fileName = 'likers.csv';

export const works: readonly Work[] = [
  {
    name: 'eight CSV downloads',
    atOnce: 8,
    asks: ({ secret }) => [{ path: '/api/v1/customer/leads.csv', headers: { authorization: `Bearer ${secret}` } }],
  },
  { name: 'four previews of a profile', atOnce: 4, asks: (busy) => [operation(busy, 'preview_icp', { definition })] },
  {
    name: 'four previews of a file',
    atOnce: 4,
    asks: (busy, uploadId) => [operation(busy, 'preview_import', { uploadId, fileName })],
  },
  {
    name: 'an import of 20,000 rows',
    atOnce: 1,
    asks: (busy, uploadId) => [operation(busy, 'start_import', { uploadId, fileName })],
  },
];
