/**
 * Reads what people write about themselves and under posts: headlines, comments, company names, places. This is all that other code
 * may use; README.md describes it with examples. Nothing here reads or writes anything but the package's own word lists and models.
 */

// Headlines and titles.
export { parseHeadline, parseJob, readHeadline, type JobFacts, type ReadHeadline } from './headline/headline';
export { headlineFlags, type HeadlineFlagName } from './headline/flags';
export { isElsewhere, isOwnWord, namesIn } from './headline/named';
export { isListedPlace } from './headline/lists';
export { isPlace } from './headline/place';
export { jobFunctions, type JobFunction } from './title/function-words';
export { seniorities, type Seniority } from './title/title-words';
export { roleOf, topLevelsOf } from './title/role';
export { isListed, listedTitle, openingOf } from './title/listed-title';
export { titlePhrase } from './company/names';
export { fieldWordFinder } from './title/field-words';
export { titleLanguages, type TitleLanguages } from './title/title-languages';

// Comments.
export { classifyComment, readingOf as readComment, type Reading } from './comment/comments';
export type { Rival } from './comment/comment-decision';
export { languageOf } from './comment/comment-language';
export {
  askingClasses,
  commentClasses,
  isAsking,
  saidOf,
  storedAs,
  storedClasses,
  type AskingClass,
  type CommentClass,
  type StoredClass,
} from './comment/comment-classes';

// Companies.
export {
  accountSlug,
  askedCompanyKeys,
  companyKey,
  companyKeys,
  companyWords,
  displayName,
  joiners,
} from './company/company-key';
export { companySizes, companySizeSpan, parseCompanySize, type CompanySize } from './company/company-size';
export { duplicatesOf, type NamedAccount } from './company/duplicates';
export { isCoined } from './company/coined';
export { mayHoldName } from './company/may-hold-name';
export { canonicalIndustry as industryOf, industryKey, isKnownIndustry, sectorOf, sectors } from './company/industry';
export { searchIndustries } from './company/industry-search';

// Places.
export { countryName, countryOf, isCountryCode, parseLocation as readPlace } from './place/location';

// People named in texts.
export { TextEraser, type PersonTerms } from './names/names-in-text';
export { referencesIn } from './names/references-in-text';

// Letters.
export { fold } from './text/fold';
export { remembering } from './text/remembering';
export { tokensOf } from './text/words';
export {
  bareName,
  decodeNested,
  decodeNumbered,
  hasLostCase,
  isMemberId,
  memberKey,
  normalEmail,
  normalMemberId,
  normalSlug,
  slugKey,
  visibleText,
} from './text/identifiers';

export { readMany, sameCompany, titleMatches } from './several';
export { prepareCoined, prepareComments, prepareHeadlines } from './prepare';
export { prepareVersion, readerVersion } from './reader-version';
