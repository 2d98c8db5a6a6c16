/** Spreadsheets and archives for tests, built part by part so that each can be wrong. */
import { strToU8, zipSync, type Zippable } from 'fflate';

export type CellXml = string;

export const inline = (text: string): CellXml => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const rowOf = (cells: readonly CellXml[]) => `<row>${cells.join('')}</row>`;
export const sheetOf = (rows: readonly (readonly CellXml[])[]): string =>
  `<worksheet><sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`;

const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';

/** The parts of a workbook with one sheet. */
export const partsOf = (sheet: string): Record<string, string> => ({
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml':
    '<workbook><sheets><sheet name="Hidden" state="hidden" r:id="r9"/><sheet name="People" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${type}" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': sheet,
});

export const zipOf = (parts: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
      ) satisfies Zippable,
    ),
  );

export const workbook = (rows: readonly (readonly CellXml[])[], more: Readonly<Record<string, string>> = {}): Buffer =>
  zipOf({ ...partsOf(sheetOf(rows)), ...more });
