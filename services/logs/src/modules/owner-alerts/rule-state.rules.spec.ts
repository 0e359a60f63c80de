import { MINUTE_MS } from '@palisade/basics';
import { type RuleMoment, step } from './rule-state.rules.ts';

/** One letter a minute: `x` where the condition holds. */
function eventsOf(course: string, holdMinutes: number): string[] {
  let moment: RuleMoment = { state: 'ok', sinceMs: 0 };
  return [...course].flatMap((letter, minute) => {
    const next = step(moment, letter === 'x', minute * MINUTE_MS, holdMinutes * MINUTE_MS);
    moment = next;
    return next.event === null ? [] : [`${next.event} at ${minute}`];
  });
}

it('fires once and resolves once', () => {
  expect(eventsOf('..xxxx..', 0)).toEqual(['fired at 2', 'resolved at 6']);
});

it('waits for as long as it must last, at its beginning and at its end', () => {
  expect(eventsOf('.xxxxx.....', 3)).toEqual(['fired at 4', 'resolved at 9']);
});

it('does not fire for what is shorter, nor end for a pause', () => {
  expect(eventsOf('.xx.xx.xx.', 3)).toEqual([]);
  expect(eventsOf('xxxxx..xx..xxx....', 3)).toEqual(['fired at 3', 'resolved at 17']);
});
