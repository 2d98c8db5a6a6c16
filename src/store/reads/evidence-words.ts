/** Texts behind a lead's score, read in the same statement as the lead. A second statement would cost as much as the lead. */
import type { Database } from '../../database/database';
import type { StoredClass } from '../../shared/values';

/**
 * An engagement and its texts: its id, the excerpt of the comment, the post's id, the beginning of the post, the comment's class,
 * how likely that is, in thousandths, and the language model that set it.
 */
export type EvidenceWords = readonly [
  engagementId: string,
  commentExcerpt: string | null,
  postId: string,
  postExcerpt: string | null,
  said: StoredClass | null,
  saidConfidence: number | null,
  saidBy: string | null,
];

const [said, found] = [
  'e.id, e.comment_excerpt, e.post_id, po.excerpt, e.comment_class, e.said_confidence, e.said_by',
  `e.organization_id = v.organization_id AND e.id =`,
];
const post = 'LEFT JOIN posts po ON po.organization_id = e.organization_id AND po.id = e.post_id';

/**
 * The SQL expression for the texts of the existing engagements named by evidence `v`: a JSON text of `EvidenceWords`, null when
 * there are none. Each engagement is found by its key.
 */
export function evidenceWords(db: Database): string {
  const engagements = `engagements e${db.usePrimaryKey('engagements')}`;
  if (db.dialect === 'sqlite') {
    return `(SELECT json_group_array(json_array(${said})) FROM json_each(v.intent) j
       CROSS JOIN ${engagements} ON ${found} json_extract(j.value, '$.engagementId') ${post})`;
  }
  // The driver would parse a value of type JSON. As text it is the same on every server.
  return `(SELECT CAST(JSON_ARRAYAGG(JSON_ARRAY(${said})) AS CHAR)
     FROM JSON_TABLE(v.intent, '$[*]' COLUMNS (id VARCHAR(36) PATH '$.engagementId')) j
     STRAIGHT_JOIN ${engagements} ON ${found} j.id ${post})`;
}

/** Parses this JSON text into a map by engagement id. */
export function wordsByEngagement(text: string | null): ReadonlyMap<string, EvidenceWords> {
  // Written only by the statement above.
  const list = JSON.parse(text ?? '[]') as EvidenceWords[];
  return new Map(list.map((words) => [words[0], words]));
}
