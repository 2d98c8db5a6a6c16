/** How to read an upload, from a person's choices. The preview and the import both use this. */
import type { Network } from '../import';
import { headerNamesOf } from '../import/header-names';
import type { ImportOptions } from '../import/importer';
import { dateInName } from '../import/open';
import type { UploadChoices } from './kind';

type Reading = Pick<
  ImportOptions,
  'network' | 'now' | 'observedAt' | 'dateOrder' | 'headerNames' | 'encoding' | 'post'
>;

/** @throws ExportError when the columns or the kind of row are invalid. */
export function readingOf(choices: UploadChoices, network: Network, now: number): Reading {
  const { fileName, columns, kind, dateOrder, encoding, post, modifiedAt } = choices;
  const observedAt = dateInName(fileName) ?? (modifiedAt === undefined ? undefined : Math.min(modifiedAt, now));
  return { network, now, observedAt, dateOrder, headerNames: headerNamesOf(columns, kind), encoding, post };
}
