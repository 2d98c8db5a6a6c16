import { OperationError } from '../shared/errors';
import { toOperationError } from './errors';

test('positive control: an error of ours is answered as it is', () => {
  const error = new OperationError('not_found', 'No such thing.');
  expect(toOperationError(error)).toEqual({ error, unexpected: false });
});

test('what nobody expected says nothing of the inside', () => {
  for (const thrown of [new Error('SELECT secret FROM vault'), 'SELECT secret', { secret: 1 }, null]) {
    const { error, unexpected } = toOperationError(thrown);
    expect([error.code, error.status, unexpected]).toEqual(['internal_error', 500, true]);
    expect(error.message).not.toMatch(/secret|SELECT|object|null/);
  }
});
