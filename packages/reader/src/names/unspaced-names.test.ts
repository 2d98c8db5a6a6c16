/** Which names of scripts without spaces are looked for, and where they stand in a text that is not folded. */
import { stretchesOf, unspacedPatterns } from './unspaced-names';

/** What of the texts a name matches, each with its stretch cut out. */
const left = (name: string, text: string) => {
  const patterns = unspacedPatterns(name);
  if (patterns.length === 0) return undefined;
  let rest = text;
  for (const [from, to] of [...stretchesOf(text, new RegExp(patterns.join('|'), 'gu'))].reverse())
    rest = `${rest.slice(0, from)}_${rest.slice(to)}`;
  return rest;
};

test.each(['', 'Anna Berg', 'さくら', 'さくらももこ', 'ジョン', '太郎', '高明', '李', 'สมชาย', '민'])(
  'of %j alone nothing is looked for',
  (name) => expect(unspacedPatterns(name)).toEqual([]),
);

test.each<readonly [name: string, text: string, rest: string]>([
  // Parts that may be a word together need a sign between them.
  ['高 明', '他很高明', '他很高明'],
  ['高 明', '感谢高 明和高・明、高  ·明', '感谢_和_、_'],
  ['高 明', '高    明', '高    明'],
  ['李 明', '感谢李明和李 明', '感谢_和_'],
  // What is written in other letters beside it is no part of it.
  ['Taro 山田太郎', '今日は山田太郎さん', '今日は_さん'],
  ['Dr. 李小明 (PhD)', '感谢李小明', '感谢_'],
  ['山田  太郎', '山田太郎と太郎山田', '_と_'],
  // Marks behind a letter go with it; what is written wide is the same.
  ['山田太郎', '山田太郎\u0301さん', '_さん'],
  ['山田太郎', '\u0301山田太郎さん', '\u0301_さん'],
  ['ジョン・スミス', 'ｼﾞｮﾝ･ｽﾐｽ様', '_様'],
  ['김민수', '김　민수 님, 불김민수', '_ 님, 불김민수'],
  // From seven letters on nothing is cut.
  ['長谷川龍之介', '長谷 川龍之介', '_'],
  ['長谷川龍之介郎', '長谷 川龍之介郎', '長谷 川龍之介郎'],
])('%j in %j leaves %j', (name, text, rest) => {
  expect(left(name, text)).toBe(rest);
});

test('in a text without such letters nothing is found', () => {
  expect(stretchesOf('Anna Berg', /Anna/gu)).toEqual([]);
  expect(stretchesOf('山 Anna', /anna/gu)).toEqual([[2, 6]]);
});

test('a number of letters is one word of the line break between', () => {
  expect(stretchesOf('山\n田', /山 田/gu)).toEqual([[0, 3]]);
});
