import { renderHook } from '@testing-library/react';
import { useGatheredParts } from './use-gathered-parts.ts';

const refetch = () => undefined;
const problem = { type: 'about:blank', title: 'Away', status: 503, code: 'unavailable', request_id: 'r' };
type Parts = Record<'mail' | 'logs', { data?: number; problem?: typeof problem }>;
const answered = (data: Parts | undefined, fulfilledTimeStamp?: number, error?: object) => ({
  data,
  error,
  isLoading: data === undefined && error === undefined,
  refetch,
  ...(fulfilledTimeStamp !== undefined && { fulfilledTimeStamp }),
});
const shown = (first: ReturnType<typeof answered>) =>
  renderHook((answer: ReturnType<typeof answered>) => useGatheredParts(answer, ['mail', 'logs']), {
    initialProps: first,
  });

it('gives each part what it says, and what it said before where it cannot be had', () => {
  const { result, rerender } = shown(answered(undefined));
  expect(result.current.map(({ isLoading }) => isLoading)).toEqual([true, true]);
  rerender(answered({ mail: { data: 1 }, logs: { data: 2 } }, 10));
  expect(result.current).toMatchObject([
    { data: 1, error: undefined, fulfilledTimeStamp: 10 },
    { data: 2, error: undefined, fulfilledTimeStamp: 10 },
  ]);
  rerender(answered({ mail: { problem }, logs: { data: 3 } }, 20));
  expect(result.current).toMatchObject([
    { data: 1, error: { status: 503 }, fulfilledTimeStamp: 10 },
    { data: 3, error: undefined, fulfilledTimeStamp: 20 },
  ]);
});

it('says of all parts why nothing came', () => {
  const { result } = shown(answered(undefined, undefined, { status: 'FETCH_ERROR' }));
  expect(result.current.map(({ error }) => error)).toEqual([
    { status: 'FETCH_ERROR' },
    { status: 'FETCH_ERROR' },
  ]);
});
