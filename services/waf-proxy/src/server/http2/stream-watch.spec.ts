import { ManualDeadlines } from '../../test-support/manual-deadlines.ts';
import { StreamWatch } from './stream-watch.ts';

function watched() {
  const deadlines = new ManualDeadlines();
  const events: string[] = [];
  const watch = new StreamWatch(
    { bodyTooSlow: () => events.push('body'), answerTooSlow: () => events.push('answer') },
    deadlines,
  );
  return { watch, deadlines, events };
}

describe('the watch over a stream', () => {
  it('costs nothing while nobody waits', () => {
    const { watch, deadlines } = watched();
    watch.rests();
    watch.drained();
    watch.taken(5);
    expect(deadlines.watched).toBe(0);
    watch.over();
  });

  it('ends a body of which nothing comes for 30 s, while it is waited for', () => {
    const { watch, deadlines, events } = watched();
    watch.reads();
    deadlines.pass(29_000);
    watch.rests();
    deadlines.pass(60_000);
    watch.reads();
    deadlines.pass(900);
    expect(events).toEqual([]);
    deadlines.pass(200);
    expect(events).toEqual(['body']);
  });

  it('gives calls that stream both ways all the time they want for their bodies once they are answered', () => {
    const { watch, deadlines, events } = watched();
    watch.reads();
    watch.streamsCall();
    deadlines.pass(500_000);
    watch.answered();
    deadlines.pass(3_600_000);
    expect(events).toEqual([]);
  });

  it('ends calls of which nothing comes for ten minutes, and which nobody answers', () => {
    const { watch, deadlines, events } = watched();
    watch.streamsCall();
    watch.reads();
    deadlines.pass(590_000);
    watch.rests();
    watch.reads();
    deadlines.pass(590_000);
    expect(events).toEqual([]);
    deadlines.pass(20_000);
    expect(events).toEqual(['body']);
  });

  it('ends an answer of which nothing is taken for 60 s', () => {
    const { watch, deadlines, events } = watched();
    watch.writes();
    deadlines.pass(59_000);
    watch.taken(200_000);
    deadlines.pass(59_000);
    expect(events).toEqual([]);
    deadlines.pass(2_000);
    expect(events).toEqual(['answer']);
  });

  it('ends an answer that is taken a few bytes at a time, and counts only the time in which something waits', () => {
    const { watch, deadlines, events } = watched();
    watch.writes();
    deadlines.pass(40_000);
    watch.drained();
    deadlines.pass(3_600_000);
    watch.writes();
    watch.taken(1);
    deadlines.pass(10_000);
    watch.taken(1);
    expect(events).toEqual([]);
    deadlines.pass(11_000);
    watch.taken(1);
    expect(events).toEqual(['answer']);
  });

  it('is forgotten with its stream', () => {
    const { watch, deadlines, events } = watched();
    watch.writes();
    expect(deadlines.watched).toBe(1);
    watch.over();
    expect(deadlines.watched).toBe(0);
    deadlines.pass(100_000);
    expect(events).toEqual([]);
  });
});
