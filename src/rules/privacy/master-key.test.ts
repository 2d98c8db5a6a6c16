import { isUnderMasterKey, masterKeyPrefix, MasterKeys } from './master-key';

const [old, now, other] = [
  'a former master key of forty letters ....',
  'the present master key of forty letters .',
  'x'.repeat(40),
];
const sealed = (keys: MasterKeys, text: string) => keys.seal(text) ?? '';

test('a text is read under the present and the former key, and under no other', () => {
  const before = sealed(new MasterKeys(old, undefined), 'whsec_ß');
  const rotated = new MasterKeys(now, old);
  expect(rotated.open(before)).toBe('whsec_ß');
  expect(rotated.isCurrent(before)).toBe(false);
  const after = sealed(rotated, 'whsec_ß');
  expect(rotated.isCurrent(after)).toBe(true);
  expect(new MasterKeys(now, undefined).open(after)).toBe('whsec_ß');
  expect(new MasterKeys(now, undefined).open(before)).toBeUndefined();
  expect(new MasterKeys(other, undefined).open(after)).toBeUndefined();
  const former = new MasterKeys(old, undefined).currentId ?? '';
  expect([rotated, new MasterKeys(now, undefined)].map((keys) => keys.knows(former))).toEqual([true, false]);
});

test('a text says in its first letters that it is encrypted, and under which key', () => {
  const keys = new MasterKeys(now, undefined);
  const text = sealed(keys, 'secret');
  for (const id of [undefined, keys.currentId]) expect(text.startsWith(masterKeyPrefix(id))).toBe(true);
  expect(masterKeyPrefix(undefined)).toBe('mk1.');
  expect([text, `a ${text}`, `${text} b`, 'mk1.'].map(isUnderMasterKey)).toEqual([true, false, false, false]);
});

test('a text that was changed is not read, and equal texts look different', () => {
  const keys = new MasterKeys(now, undefined);
  const text = sealed(keys, 'secret');
  expect(keys.open(text)).toBe('secret');
  expect(sealed(keys, 'secret')).not.toBe(text);
  for (const changed of [text.slice(0, -4), `${text}AAAA`, text.replace('mk1.', 'mk2.'), 'mk1.short.x', '']) {
    expect(keys.open(changed)).toBeUndefined();
  }
});

test('without a key nothing is encrypted, and what the former key wrote is read', () => {
  const text = sealed(new MasterKeys(old, undefined), 'secret');
  const ended = new MasterKeys(undefined, old);
  expect(ended.seal('secret')).toBeUndefined();
  expect(ended.open(text)).toBe('secret');
  expect([isUnderMasterKey(text), ended.isCurrent(text), ended.isCurrent('plain')]).toEqual([true, false, true]);
});
