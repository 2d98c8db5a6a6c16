/** Expected of `test/import/cases`: which column means what, formats, who is who. */
import type { ImportCase } from '../cases.test';

const post = '7402746946853253120';

export const identityCases: readonly ImportCase[] = [
  {
    file: '45-author-reply.json',
    format: 'unipile-comments',
    records: [/^COMMENT Author X <acoaa\w+ author-x> on /i],
  },
  {
    file: '37b-new.csv',
    format: 'generic',
    records: [
      `LIKE Kim Later <ACoAABxTestMember0000000000000000000701 new-name> on 7402746946853253999`,
      `LIKE Other Person <ACoAABxTestMember0000000000000000000702 old-name> on ${post}`,
    ],
  },
];
