import { action } from '../../../../tools/catalogue';
import { workspaceCommand } from '../workspace-command';
import { personArgument } from '../lead-argument';
import { printableJson } from '../printable';

/** One JSON document, written as it is read: a person with a hundred thousand engagements needs no more memory than one page. */
export const exportPerson = workspaceCommand({
  name: 'export',
  summary: 'Print all stored data about one person, as one JSON document.',
  details:
    'Facts, names and their history, engagements, lead with its reasons, candidates, posts, every record from an import or run ' +
    'with its batch, source and date, and texts that mention them. The audit log records the export.',
  arguments: {
    person: personArgument,
  },
  examples: ['privacy export https://www.linkedin.com/in/ada-lovelace > ada.json'],
  async run({ organization, organizationId, workspace }, { person }, _options, context) {
    const { people, sections, exportedAt } = await action.exportPerson.act(workspace, { person });
    const { out } = context.terminal;
    out(`{"organizationId":${JSON.stringify(organizationId)},"workspace":${JSON.stringify(organization.name)},`);
    out(`"exportedAt":${JSON.stringify(exportedAt)},"people":[`);
    for (const [at, personId] of people.entries()) {
      out(`${at === 0 ? '' : ','}{"personId":${JSON.stringify(personId)}`);
      for (const section of sections) {
        out(`,${JSON.stringify(section)}:[`);
        let first = true;
        for (let after: number | null = 0; after !== null;) {
          const page: { rows: unknown[]; next: number | null } = await action.readPersonSection.act(workspace, {
            personId,
            section,
            after,
          });
          for (const row of page.rows) {
            out(`${first ? '' : ','}${printableJson(row)}`);
            first = false;
          }
          after = page.next;
        }
        out(']');
      }
      out('}');
    }
    out(']}');
    return { data: undefined, lines: [] };
  },
});
