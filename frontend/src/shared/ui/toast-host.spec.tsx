import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { toast as base } from 'react-hot-toast/headless';
import { toast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

/** The library takes a message out of the page a while after it has faded. */
const FADING_MS = 1000;

describe('messages that pass', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(<ToastHost />);
  });
  afterEach(() => {
    act(() => base.remove());
    jest.useRealTimers();
  });

  const shows = (text: string) =>
    screen.queryAllByText(text).some((element) => element.closest('.opacity-0') === null);

  it.each([
    ['success', () => toast.success('Said'), 2000],
    ['error', () => toast.error('Said'), 4000],
    ['information', () => toast.info('Said'), 4000],
    ['undo', () => toast.undo('Said', () => undefined), 8000],
    ['what is about to happen', () => toast.pending('Said', () => undefined, 4000), 4000],
  ] as const)('%s stays as long as specified', (_kind, say, lastsMs) => {
    act(() => void say());
    act(() => void jest.advanceTimersByTime(lastsMs - 100));
    expect(shows('Said')).toBe(true);
    act(() => void jest.advanceTimersByTime(200 + FADING_MS));
    expect(shows('Said')).toBe(false);
  });

  it('are at most twenty at a time, the newest', () => {
    act(() => {
      for (let number = 1; number <= 25; number++) toast.error(`Message ${number}`);
    });
    expect(screen.getAllByText(/^Message /)).toHaveLength(20);
    expect(shows('Message 25')).toBe(true);
    expect(screen.queryByText('Message 5')).toBeNull();
  });
});
