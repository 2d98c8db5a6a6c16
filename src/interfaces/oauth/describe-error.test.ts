import { describeError } from './describe-error';

/** As drivers and mappers wrap what happened. */
const wrapped = (name: 'original' | 'parent') =>
  Object.assign(new Error('it failed'), { [name]: Object.assign(new Error('x'), { code: 'ER_DUP_ENTRY' }) });

it.each([
  [Object.assign(new Error('it failed'), { code: 'EPIPE' }), 'EPIPE'],
  [wrapped('original'), 'ER_DUP_ENTRY'],
  [wrapped('parent'), 'ER_DUP_ENTRY'],
  [Object.assign(new Error('it failed'), { code: 7 }), undefined],
  [new Error('it failed'), undefined],
])('the code of an error is that of what happened: %#', (error, code) => {
  expect(describeError(error)).toMatchObject({ name: 'Error', message: 'it failed' });
  expect(describeError(error)['code']).toBe(code);
});

it('nothing that was quoted is said, and the stack is frames alone', () => {
  const error = new TypeError(`duplicate "secret one" for 'secret\ntwo' and \`secret three\`${'x'.repeat(400)}`);
  const { message, stack } = describeError(error);
  expect(message).toMatch(/^duplicate "…" for '…' and `…`x+$/);
  expect(String(message)).toHaveLength(300);
  expect(String(stack)).not.toContain('secret');
  expect(String(stack).split('\n').length).toBeLessThanOrEqual(12);
  expect(String(stack)).toMatch(/^\s+at /);
});

it('what is thrown and is no error says what it is', () => {
  expect(describeError('secret')).toEqual({ name: 'string' });
  expect(describeError(null)).toEqual({ name: 'object' });
});
