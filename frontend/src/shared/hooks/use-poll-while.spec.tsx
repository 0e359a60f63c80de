import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { usePollWhile } from './use-poll-while.ts';

/** A list whose answers change. */
function usePolled(first: readonly string[]) {
  const [answer, setAnswer] = useState(first);
  const [pollingInterval, tellAwaited] = usePollWhile(5_000);
  tellAwaited(answer.includes('pending'));
  return { pollingInterval, setAnswer };
}

describe('an answer that is asked for again while something of it is awaited', () => {
  it('is asked for once where nothing is', () => {
    const { result } = renderHook(() => usePolled(['done']));
    expect(result.current.pollingInterval).toBe(0);
  });

  it('is asked for again from the answer on that says so, until one says that nothing is', () => {
    const { result } = renderHook(() => usePolled(['done', 'pending']));
    expect(result.current.pollingInterval).toBe(5_000);
    act(() => result.current.setAnswer(['done', 'done']));
    expect(result.current.pollingInterval).toBe(0);
    act(() => result.current.setAnswer(['pending']));
    expect(result.current.pollingInterval).toBe(5_000);
  });
});
