import { DomainError } from '@palisade/nest-kit';
import { isPassing } from './passing-errors.rules.ts';

describe('what passes by itself', () => {
  it('is a queue that is full, and no search that is too slow', () => {
    expect(isPassing(new DomainError('unavailable', 'too_many_searches', 'busy'))).toBe(true);
    expect(isPassing(new DomainError('unavailable', 'search_too_slow', 'slow'))).toBe(false);
  });
});
