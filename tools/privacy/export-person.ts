import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { exportSections } from '../../src/privacy/export';
import { defineAction } from '../define';
import { uuid } from '../fields';
import { person, referenceOf } from './person';

export const exportPerson = defineAction({
  name: 'export_person',
  title: 'Export what is held about a person',
  description:
    'Starts the export of everything held about one person and records it. It answers with the sections. {read_person_section} reads each of them page by page.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({ person }),
  output: z.strictObject({
    people: z
      .array(z.uuid())
      .describe('Ids of the person here. There are several if nothing joins two of their identifiers yet.'),
    sections: z.array(z.enum(exportSections)).describe('Sections that you can read.'),
    exportedAt: z.iso.datetime(),
  }),
  async run(workspace, { person: text }) {
    const { privacy } = workspace;
    const { personIds } = await privacy.find(referenceOf(text, workspace));
    const [first] = personIds;
    if (first === undefined) throw new OperationError('not_found', 'Nothing is stored about this person.');
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
    'One page of a section of what is held about one person. {export_person} starts the export and records it.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({
    personId: uuid.describe('Of {export_person}.'),
    section: z.enum(exportSections).describe('Which one.'),
    after: z.int().min(0).default(0).describe('`next` of the previous page.'),
  }),
  output: z.strictObject({
    rows: z.array(z.unknown()).describe('Records as they are stored, with times in RFC 3339.'),
    next: z.int().nullable().describe('Where the next page begins. Null on the last page.'),
  }),
  async run({ privacy }, { personId, section, after }) {
    const page = await privacy.exportPage(personId, section, after);
    if (!page) throw new OperationError('not_found', 'Nothing is stored about this person.');
    return { answer: { rows: [...page.rows], next: page.next }, changed: null };
  },
});
