import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { exportSections } from '../../src/privacy/export';
import { defineAction } from '../define';
import { uuid } from '../fields';
import { person, referenceOf } from './person';

export const exportPerson = defineAction({
  name: 'export_person',
  title: 'Export what is held of a person',
  description:
    'Begins the export of everything held about one person, and records that it was made. Answers which sections there are; {read_person_section} reads each, page by page.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({ person }),
  output: z.strictObject({
    people: z
      .array(z.uuid())
      .describe('Ids of the person here; more than one where nothing joins two of their names yet.'),
    sections: z.array(z.enum(exportSections)).describe('What can be read.'),
    exportedAt: z.iso.datetime(),
  }),
  async run({ privacy, network }, { person: text }) {
    const { personIds } = await privacy.find(referenceOf(text, network));
    const [first] = personIds;
    if (first === undefined) throw new OperationError('not_found', 'Nothing is held of this person.');
    return {
      answer: { people: [...personIds], sections: [...exportSections], exportedAt: new Date().toISOString() },
      changed: { kind: 'person', id: first, detail: 'exported' },
    };
  },
});

export const readPersonSection = defineAction({
  name: 'read_person_section',
  title: 'Read a section of an export',
  description:
    'One page of a section of what is held about one person; {export_person} begins the export and records it.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({
    personId: uuid.describe('Of {export_person}.'),
    section: z.enum(exportSections).describe('Which one.'),
    after: z.int().min(0).default(0).describe('`next` of the page before.'),
  }),
  output: z.strictObject({
    rows: z.array(z.unknown()).describe('As they are held; times in RFC 3339.'),
    next: z.int().nullable().describe('Where the next page begins; null: there is none.'),
  }),
  async run({ privacy }, { personId, section, after }) {
    const page = await privacy.exportPage(personId, section, after);
    if (!page) throw new OperationError('not_found', 'Nothing is held of this person.');
    return { answer: { rows: [...page.rows], next: page.next }, changed: null };
  },
});
