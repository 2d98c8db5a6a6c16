/** What a person should know about how a file was read, in sentences. */
import type { Trouble } from './dates';
import type { LettersRead, SheetRead } from './readable-text';

export interface HowRead {
  readonly dates: Trouble;
  readonly numbers: Trouble;
  readonly letters: LettersRead;
  readonly sheet: SheetRead | undefined;
  /** Formulas of a sheet whose results the file does not hold. */
  readonly withoutResult: number;
}

/** One sentence each, the most important first; none for a file that was understood. */
export function notesOf({ dates, numbers, letters, sheet, withoutResult }: HowRead): string[] {
  const notes = [
    dates.count > 0 &&
      `${values(dates, 'date was', 'dates were')} not understood and left out, such as “${shown(dates)}”.`,
    numbers.count > 0 &&
      `${values(numbers, 'number was', 'numbers were')} not understood and left out, such as “${shown(numbers)}”.`,
    letters.guessed &&
      `Its letters were read as ${letters.encoding}, which was guessed. If names look wrong, choose another encoding.`,
    letters.damaged > 0 &&
      `${letters.damaged === 1 ? '1 letter is' : `${letters.damaged} letters are`} damaged in the file and read as \ufffd.`,
    letters.mended > 0 &&
      `${letters.mended === 1 ? '1 place' : `${letters.mended} places`} with letters that were saved as UTF-8 twice ${letters.mended === 1 ? 'was' : 'were'} mended.`,
    withoutResult > 0 &&
      `${withoutResult === 1 ? '1 cell holds a formula' : `${withoutResult} cells hold formulas`} without a result and ${withoutResult === 1 ? 'was' : 'were'} left out. Open the workbook in a spreadsheet program, save it, and import it again.`,
    sheet !== undefined && sheets(sheet),
  ];
  return notes.filter((note) => note !== false);
}

/** Sheets that are named; a workbook can have a thousand. */
const namedSheets = 5;
function sheets({ name, others }: SheetRead): string {
  const read = `Of its sheets, ${JSON.stringify(name)} was read.`;
  if (others.length === 0) return read;
  const left = others.slice(0, namedSheets).map((other) => JSON.stringify(other));
  const more = others.length > namedSheets ? ` and ${others.length - namedSheets} more` : '';
  return `${read} Not read: ${left.join(', ')}${more}. Save each as a file of its own, and import it too.`;
}

const values = ({ count }: Trouble, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);
const shown = ({ examples }: Trouble) => examples.join(' · ');
