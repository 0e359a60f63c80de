import { DomainError, type UserId } from '@palisade/nest-kit';
import { LiveStreams, MAX_OF_ACCOUNT, MAX_STREAMS } from './live-streams.ts';

const account = (name: string) => name as UserId;

function refusal(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code;
  }
}

describe('places for live streams', () => {
  it('are each account’s own, and come back once', () => {
    const streams = new LiveStreams();
    const own = Array.from({ length: MAX_OF_ACCOUNT }, () => streams.begin(account('alice')));
    expect(refusal(() => streams.begin(account('alice')))).toBe('too_many_streams');
    expect(refusal(() => streams.begin(account('bob')))).toBeNull();
    own[0]?.end();
    own[0]?.end();
    expect(refusal(() => streams.begin(account('alice')))).toBeNull();
    expect(refusal(() => streams.begin(account('alice')))).toBe('too_many_streams');
  });

  it('are as many as one instance carries', () => {
    const streams = new LiveStreams();
    const open = Array.from({ length: MAX_STREAMS }, (_, n) => streams.begin(account(`account ${n}`)));
    expect(refusal(() => streams.begin(account('bob')))).toBe('streams_busy');
    open[0]?.end();
    expect(refusal(() => streams.begin(account('bob')))).toBeNull();
  });
});
