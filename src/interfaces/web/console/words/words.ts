/**
 * Answers of the console in the language of the person who reads them. The console's own API alone uses this: REST, MCP and the command
 * line answer in English.
 */
import type { IncomingMessage } from 'node:http';
import { toOperationError } from '../../../../http/errors';
import type { Handler, Route } from '../../../../http/router';
import { OperationError, type ErrorDetail } from '../../../../shared/errors';
import { languageFor } from '../../../../shared/i18n';
import { countryInGerman, groupInGerman } from '../../../../words/de-values';
import type { Language } from '../../../../words/languages';
import { wordingOf } from '../../../../words/reasons';
import { partsOf, sentencesIn, type Row, type Say } from '../../../../words/sentences';
import { actionIn, germanDetails } from './actions';
import { germanImports } from './de-imports';
import { germanRefusals } from './de-refusals';
import { englishRefusals, groupInEnglish } from './en';
import { fieldName } from './fields';

/** The reasons, which mails have too, and what the console alone says. */
const sayingIn = (language: Language, own: readonly Row[]): Say =>
  sentencesIn((say) => {
    const { rows, values } = wordingOf[language](say);
    return { rows: [...rows, ...own], values };
  });

const german = sayingIn('de', [...germanRefusals, ...germanImports, ...germanDetails]);

const spoken: Readonly<Record<Language, Say>> = {
  en: sayingIn('en', englishRefusals),
  de: (text) => german(text) ?? countryInGerman(text),
};

/** A sentence of this service as the console shows it; one that no row has as it is. */
export const inWords = (language: Language, text: string): string => spoken[language](text) ?? text;

/** Fields of answers that hold sentences of this service, and no words of others. */
const sentenceFields: ReadonlySet<string> = new Set([
  'tierReason',
  'wouldBePriorityIf',
  'excludedBecause',
  'detail',
  'whyFit',
  'whyNow',
  'unknown',
  'reason',
  'reasons',
  'message',
  'problem',
  'notes',
  'failure',
  'error',
]);

const groupIn = { en: groupInEnglish, de: groupInGerman } as const;

/** An answer with the sentences of this service in a language. Its form stays. */
export function answerIn<Answer extends object>(language: Language, answer: Answer): Answer;
export function answerIn(language: Language, answer: object): object {
  return objectIn(language, answer, '');
}

/** @param breakdown of the groups in it: the object around them says it, or it is the name of their list. */
function objectIn(language: Language, value: object, breakdown: string): Record<string, unknown> {
  const own = 'breakdown' in value && typeof value.breakdown === 'string' ? value.breakdown : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      // "PR" is a country among places, and somebody's own word among industries.
      name === 'bucket' ? groupIn[language](String(part), breakdown === 'location') : partIn(language, part, name, own),
    ]),
  );
}

/** @param field the field that holds the value, or the list with it. */
function partIn(language: Language, value: unknown, field: string, breakdown = field): unknown {
  if (typeof value === 'string' && field === 'action') return actionIn(language, value);
  if (typeof value === 'string' && field === 'detail') return detailIn(language, value);
  if (typeof value === 'string') return sentenceFields.has(field) ? inWords(language, value) : value;
  if (Array.isArray(value)) return value.map((item) => partIn(language, item, field, breakdown));
  return typeof value === 'object' && value !== null ? objectIn(language, value, breakdown) : value;
}

/** A sentence, or what was changed of a lead, in several parts: `BAD_LEAD, reason competitor`. */
const detailIn = (language: Language, text: string): string =>
  spoken[language](text) ??
  partsOf(text, ', ')
    .map((part) => (/^(?:reason|owner|outreach) \w/.test(part) ? inWords(language, part) : part))
    .join(', ');

/** A refusal in a language. Each detail names its field as forms do. */
function refusalIn(language: Language, { code, message, details }: OperationError): OperationError {
  const said = details.map(({ path, message: problem }): ErrorDetail => {
    const field = fieldName(path, language);
    const words = inWords(language, problem);
    return { path, message: field === undefined ? words : `${field}: ${words}` };
  });
  // The message of a validation is its details, with the names of the API.
  const isDetails = code === 'validation_failed' && said.length > 0;
  const whole = isDetails ? said.map((one) => one.message).join('; ') : inWords(language, message);
  return new OperationError(code, whole, said);
}

/** The language that the console, or the browser, asks for. */
export const languageOf = (req: Pick<IncomingMessage, 'headers'>): Language =>
  languageFor(null, req.headers['accept-language']) === 'de' ? 'de' : 'en';

/** The same routes, which refuse in the reader's language. */
export const speaking = (routes: readonly Route[]): readonly Route[] =>
  routes.map((route) => ({ ...route, answer: answerSpeaking(route.answer) }));

function answerSpeaking(answer: Route['answer']): Route['answer'] {
  if (typeof answer === 'function') return handlerSpeaking(answer);
  return Object.fromEntries(Object.entries(answer).map(([method, handler]) => [method, handlerSpeaking(handler)]));
}

function handlerSpeaking(handler: Handler): Handler {
  return async (req, res, segments) => {
    try {
      await handler(req, res, segments);
    } catch (error) {
      const { error: known, unexpected } = toOperationError(error);
      // What nobody expected is logged as it was thrown.
      throw unexpected ? error : refusalIn(languageOf(req), known);
    }
  };
}
