/**
 * The joins of a read of leads: the person (`p`), the account (`a`), the owner (`om`, `ou`), the outreach (`w`) and its author
 * (`wm`, `wu`).
 */
import type { Database } from '../../database/database';

type Join = readonly [alias: string, sql: string];

function joinsOf(db: Database): readonly Join[] {
  return [
    ['p', `${db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id`],
    ['a', 'LEFT JOIN accounts a ON a.organization_id = l.organization_id AND a.id = l.account_id'],
    ['om', 'LEFT JOIN memberships om ON om.organization_id = l.organization_id AND om.user_id = l.owner_id'],
    ['ou', `LEFT JOIN users ou${db.usePrimaryKey('users')} ON ou.id = om.user_id`],
    ['w', 'LEFT JOIN lead_outreach w ON w.organization_id = l.organization_id AND w.person_id = l.id'],
    ['wm', 'LEFT JOIN memberships wm ON wm.organization_id = l.organization_id AND wm.user_id = w.contacted_by'],
    ['wu', `LEFT JOIN users wu${db.usePrimaryKey('users')} ON wu.id = wm.user_id`],
  ];
}

/** All joins. */
export function leadJoins(db: Database): string {
  return joinsOf(db)
    .map(([, sql]) => sql)
    .join('\n       ');
}

/** Only the joins whose columns this SQL uses. Counting reads many leads, and each join costs a look-up per lead. */
export function leadJoinsOf(db: Database, sql: string): string {
  const named = new Set(Array.from(sql.matchAll(/\b([a-z]+)\./g), ([, alias]) => alias));
  return joinsOf(db)
    .filter(([alias]) => named.has(alias))
    .map(([, join]) => join)
    .join('\n       ');
}
