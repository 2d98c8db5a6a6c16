/** Uploaded exports that are not imported yet. Their bytes are in a file of their place. */
import { big, flag, id, optional, table, text, time, type RowOf } from '../../database/define';

export const uploads = table({
  name: 'uploads',
  columns: {
    organization_id: id(),
    id: id(),
    /** Only machines of this place can read the file. */
    place_id: id(),
    /** How many bytes have arrived. The file may have more, which a later part overwrites. */
    bytes: big(),
    /** Bytes that count against the workspace's room. */
    reserved: big(),
    /** Bytes of the whole file, as its sender said. */
    length: optional(big()),
    /** SHA-256 of the whole file, hexadecimal, as its sender said. */
    digest: optional(text(64)),
    /** 1 once all bytes are there and their digest is the one that the sender gave. No part is taken any more then. */
    complete: flag(),
    /** The request that receives a part. Another takes over by writing its own id here. */
    receiver: optional(id()),
    created_at: time(),
    updated_at: time(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [],
});

export type UploadRow = RowOf<typeof uploads>;
export const uploadTables = [uploads];
