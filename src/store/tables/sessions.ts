/** Sessions of people on the built-in pages, and the browsers they use. */
import { id, optional, table, text, time } from '../../database/define';

/** A signed-in browser. Only the hash of its id is stored. */
export const sessions = table({
  name: 'sessions',
  columns: {
    id_hash: text(64),
    user_id: id(),
    created_at: time(),
    expires_at: time(),
    ended_at: optional(time()),
  },
  primaryKey: ['id_hash'],
  indexes: [
    { name: 'sessions_user', fields: ['user_id'] },
    { name: 'sessions_expiry', fields: ['expires_at'] },
  ],
});

/** Places where a person signed in before, as a keyed hash of person and network. */
export const knownPlaces = table({
  name: 'known_places',
  columns: { place_hash: text(64), seen_at: time() },
  primaryKey: ['place_hash'],
  indexes: [{ name: 'known_places_seen', fields: ['seen_at'] }],
});

export const peopleTables = [sessions, knownPlaces];
