/** What single sentences say by themselves, and what makes a comment of nothing but a name, signs or quotations. */
import { sentencesOf } from './comment-sentences';
import { readComment } from './comment-verdict';

/** A sentence as how many words it has, and what is true of it. */
const read = (text: string) =>
  sentencesOf(text).map(({ words, list: _list, says: _says, namesSale: _namesSale, wants, ...facts }) =>
    [
      words,
      ...Object.entries(facts).flatMap(([name, isTrue]) => (isTrue ? [name] : [])),
      ...(wants === null ? [] : [wants]),
    ].join(' '),
  );

test.each<readonly [text: string, sentences: readonly string[]]>([
  ['', []],
  ['?! 👍', []],
  ['How much is it?', ['4 marked asks price']],
  ['What does a demo cost?', ['5 marked asks price']],
  ['Demo?', ['1 marked asks request']],
  // One commercial word is a request in three words, or where it asks or is polite.
  ['Pricing please', ['2 price']],
  ['A demo would be nice to see for all of us here', ['12']],
  ['Please send me the prices of the small one', ['9 request']],
  ['How do you explain a demo to customers', ['8']],
  ['Years ago we asked for a quote', ['7']],
  // What is laughed at is not asked.
  ['How much did they pay you? 😂', ['6 marked laughs asks']],
  ['How much is it? 😂', ['4 marked laughs']],
  ['How much is it 😂', ['4 laughs']],
  // Praise, at most fourteen words long; a congratulation that opens it may be longer.
  ['Great post!', ['2 praises']],
  ['Is it not great?', ['4 marked asks opensAsking']],
  ['But great post', ['3']],
  ['Great post but', ['3']],
  ['Congratulations Anna, you deserve it after all these many years of work in this small team', ['16 praises cheers']],
  ['Well said by all of you in the old barns on that long road', ['14 praises']],
  ['Well said by all of you in the old barns on that long dusty road', ['15']],
  // It opens behind four words, of which a name or a greeting is made; behind five it is praise in a short sentence.
  ['My old dear friend congratulations on this', ['7 praises cheers']],
  ['My old and dear friend congratulations on this', ['8 praises']],
  // How many they look for is said within three words, in the clause, and is no year.
  ['Looking for 120 doors', ['4 request']],
  ['Looking for at least about 120 doors', ['7 request']],
  ['Looking for at least about some 120 doors', ['8']],
  ['Looking for doors, 120 of them', ['6']],
  ['Looking for 12345 doors', ['4 request']],
  ['Looking for 123456 doors', ['4']],
  ['Looking for 1899 doors', ['4 request']],
  ['Looking for 1999 doors', ['4']],
  ['Looking for 2024 doors', ['4']],
  ['Looking for 20245 doors', ['4 request']],
  ['Looking for 3 engineers for a job', ['7 other hires']],
  // Three words with a commercial one ask, four do not.
  ['A demo now', ['3 request']],
  ['A demo now here', ['4']],
  ['Please send the cost of it', ['6 request']],
  ['How much does it cost, please?', ['6 marked asks price']],
  // What is not on sale is not wanted, unless an offer is beside it.
  ['Could I have the slides?', ['5 marked asks opensAsking other']],
  ['Could I have the slides and an offer?', ['8 marked asks opensAsking request']],
  ['We are looking for drivers, call us', ['7 other hires']],
  ['How many people did you need?', ['6 marked asks other']],
  ['We signed with somebody else', ['5 withdraws']],
  // What somebody leaves or looks for.
  ['We left Acme last year', ['5 leaving']],
  ['We cancelled our contract with the vendor', ['7 leaving']],
  ['Looking for an alternative', ['4 leaving']],
  ['We are looking for a supplier', ['6 request']],
  ['Looking for a job', ['4']],
  // A tag question asks for nothing, as a clause or a sentence of its own.
  ['Good, right?', ['2 marked praises']],
  ['Right?', ['1 marked']],
  ['We tried, it broke, right?', ['5 marked']],
  ['Who would pay that?', ['4 marked']],
  // A point inside a number or a word ends nothing; the same sentence counts once.
  ['Version 2.5 is out. Good', ['5', '1 praises']],
  ['Can it do a.b.c?', ['6 marked asks opensAsking']],
  ['One! Two? Three', ['1', '1 marked asks', '1']],
  ['Good. Good. Good!', ['1 praises']],
  ['Πόσο κοστίζει;', ['2 marked asks price']],
  ['How much; is it', ['2 opensAsking price', '2 opensAsking']],
  ['价格多少？', ['1 marked asks price']],
  ['恭喜', ['1 praises cheers']],
  ['请报价', ['1 request']],
])('%j: %j', (text, sentences) => {
  expect(read(text)).toEqual(sentences);
});

const classOf = (text: string) => {
  const comment = readComment(text);
  return typeof comment === 'string' ? comment : comment.verdict;
};

test.each([
  // A name, and two words at most.
  ['@Anna Berg', 'tag'],
  ['@Anna Berg look', 'tag'],
  ['@Anna Berg look at', 'tag'],
  ['@Anna Berg look at this', 'plain'],
  ['@anna berg see', 'tag'],
  ['@anna, @bo', 'tag'],
  ['look here @Anna', 'tag'],
  ['look here please @Anna', 'plain'],
  ['look @Anna Berg here', 'tag'],
  ['look @Anna Berg here please', 'plain'],
  ['@Anna Maria Berg look at', 'tag'],
  ['@Anna Maria Berg Roth look at', 'plain'],
  ['@Anna Berg?', 'question'],
  ['@Anna Berg ? 👍', 'question'],
  ['@田中 見て', 'tag'],
  ['好 @田中', 'tag'],
  // Signs alone, and links alone.
  ['👍', 'congratulation'],
  ['+1', 'congratulation'],
  ['?', 'question'],
  ['？', 'question'],
  ['https://x.example', 'self_promotion'],
  ['WWW.x.example', 'self_promotion'],
  ['https://x.example ?', 'self_promotion'],
  ['Nice https://x.example', 'congratulation'],
  // What others say is not asked, unless nothing else is said.
  ['"book a demo"', 'request'],
  ['He said "book a demo with us" and left', 'plain'],
  ['“book a demo” they said', 'plain'],
  // What stands around it are words of their own.
  ['Great"he said it"post!', 'congratulation'],
  ['「見積もりをください」と言われた', 'plain'],
  ['見積もりをください', 'request'],
  // Who objected wants nothing, unless a better reason comes later.
  ['I am interested, call me. We had it and it failed.', 'objection'],
  ['We had it and it failed. I am interested, call me.', 'request'],
  ['We had it and it failed. We are looking for a supplier.', 'request'],
  ['We had it and it failed. Looking for 120 doors.', 'request'],
  ['We had it and it failed. Looking for an alternative.', 'leaving'],
  ['We had it and it failed. We left Acme last year.', 'leaving'],
  ['We had it and it failed. Book a demo.', 'request'],
  ['We had it and it failed. Versus Acme?', 'objection'],
  ['We are looking for a supplier. It was too expensive.', 'objection'],
  ['It was too expensive. We are looking for a supplier.', 'request'],
  // Of ten words one sentence that praises makes it praise, of eleven no more.
  ['Great post! Our barns are older than that road here.', 'congratulation'],
  ['Great post! Our old barns are older than that road here.', 'plain'],
  ['We have not used it yet, and it was broken.', 'plain'],
  // Praise with two words aside; with three it says something.
  ['Great! Ten years', 'congratulation'],
  ['', 'plain'],
  [' \n', 'plain'],
])('%j alone is %s', (text, expected) => {
  expect(classOf(text)).toBe(expected);
});
