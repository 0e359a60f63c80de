import fc from 'fast-check';
import { StepBudget } from '../budget/step-budget.ts';
import { Subject } from '../bytes/subject.ts';
import { parsePattern } from '../syntax/parser.ts';
import { withoutCaptures } from '../syntax/search-form.ts';
import { simplify } from '../syntax/simplify.ts';
import { Emitter } from './emitter.ts';
import { BuildCredit, LazyDfa, MISSED, NOT_FOUND } from './lazy-dfa.ts';
import { Nfa } from './nfa.ts';
import { PausedRun } from './paused-run.ts';
import { unloop } from './unloop.ts';

const SOURCES = ['a.{0,20}b', '(?:ab|cd)+$', '^[^c]*d', '\\bab\\b', 'a{3,9}c', '(?-m)d$', 'c\\Bd|\\Ab'];

function automaton(limits?: { maxStates: number; maxSetElements: number }): LazyDfa {
  const emitter = new Emitter();
  SOURCES.forEach((source, i) => {
    emitter.addPattern(withoutCaptures(simplify(parsePattern(source).root)), i);
  });
  return new LazyDfa(new Nfa(emitter.program(), SOURCES.length), limits);
}

function scan(dfa: LazyDfa, subject: string, build = Number.MAX_SAFE_INTEGER): number {
  const out = new Uint32Array(1);
  dfa.scan(new Subject().ofText(subject), out, new StepBudget({ build }));
  return out[0]!;
}

const subjects = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', ' ', '\n'), { maxLength: 40 })
  .map((c) => c.join(''));

describe('LazyDfa', () => {
  it('finds the same with all states, with few, with hardly any, and with none', () => {
    const full = automaton();
    const small = automaton({ maxStates: 12, maxSetElements: 1000 });
    const thin = automaton({ maxStates: 1000, maxSetElements: 10 });
    fc.assert(
      fc.property(subjects, (subject) => {
        const expected = scan(full, subject);
        expect(scan(small, subject)).toBe(expected);
        expect(scan(thin, subject)).toBe(expected);
        expect(scan(automaton(), subject, 0)).toBe(expected);
        expect(scan(automaton(), subject, 100)).toBe(expected);
      }),
      { numRuns: 600, seed: 5 },
    );
    expect(small.stateCount).toBeLessThanOrEqual(13);
    expect(full.stateCount).toBeGreaterThan(50);
  });

  it('finds the same in slices, with others between them, in all of these ways', () => {
    const full = automaton();
    const automata = [automaton(), automaton({ maxStates: 12, maxSetElements: 1000 })];
    let pauses = 0;
    fc.assert(
      fc.property(
        subjects,
        subjects,
        fc.constantFrom(0, 30, 1e6),
        fc.integer({ min: 1, max: 60 }),
        (...given) => {
          const [subject, other, build, steps] = given;
          const expected = scan(full, subject);
          for (const dfa of [...automata, automaton()]) {
            const budget = new StepBudget({ build });
            const pause = new PausedRun();
            const out = new Uint32Array(1);
            for (;;) {
              budget.beginSlice(steps);
              if (dfa.scan(new Subject().ofText(subject), out, budget, pause)) break;
              pauses++;
              scan(dfa, other);
            }
            expect(out[0]).toBe(expected);
          }
        },
      ),
      { numRuns: 600, seed: 6 },
    );
    expect(pauses).toBeGreaterThan(1000);
  });

  it('empties a full cache once it has served enough bytes', () => {
    const dfa = automaton({ maxStates: 12, maxSetElements: 1000 });
    scan(dfa, 'abcdabdcaabbccddacbd'.repeat(5));
    expect(dfa.stateCount).toBe(13);
    for (let i = 0; i < 10; i++) {
      scan(dfa, '    '.repeat(20));
    }
    expect(dfa.stateCount).toBeLessThan(6);
  });

  it('builds on credit no more than there is, and says when it missed a state', () => {
    const dfa = automaton();
    const credit = new BuildCredit();
    credit.builds = 5;
    const out = new Uint32Array(1);
    const subject = new Subject().ofText('abcdabcdabcd');
    expect(dfa.tryScan(subject, out, credit, new StepBudget(), null)).toBe(MISSED);
    expect(credit.builds).toBeLessThan(1);
    credit.builds = 1000;
    expect(dfa.tryScan(subject, out, credit, new StepBudget(), null)).toBe(NOT_FOUND);
    const left = credit.builds;
    expect(dfa.tryScan(subject, out, credit, new StepBudget(), null)).toBe(NOT_FOUND);
    expect(credit.builds).toBe(left + 1);
    expect(out[0]).toBe(scan(automaton(), 'abcdabcdabcd'));
  });

  it('passes over no start from which something is found, and counts as if it had tried each', () => {
    const patterns = ['b(?:c|d)', '(?:c|\\bd)a?', '^c|d$', 'a*'].map((source) => {
      const emitter = new Emitter({ exactLoops: true });
      emitter.addPattern(withoutCaptures(simplify(parsePattern(source).root)), 0);
      return new LazyDfa(new Nfa(unloop(emitter.program()), 1, true));
    });
    let passed = 0;
    fc.assert(
      fc.property(subjects, fc.nat(3), fc.integer({ min: 0, max: 50 }), (subject, from, room) => {
        for (const ends of patterns) {
          const tried = new StepBudget();
          for (let start = 0; start <= subject.length; start++) ends.findEnd(subject, start, tried);
          const budget = new StepBudget();
          const first = Math.min(from, subject.length);
          const past = ends.pastFruitlessStarts(subject, first, budget, room);
          const each = new StepBudget();
          for (let start = first; start < past; start++) expect(ends.findEnd(subject, start, each)).toBe(-1);
          expect(budget.steps).toBe(each.steps);
          expect(budget.steps).toBeLessThan(room + 2);
          passed += past - first;
          const simulated = new StepBudget();
          simulated.keepsStates = false;
          expect(ends.pastFruitlessStarts(subject, first, simulated, room)).toBe(first);
        }
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(passed).toBeGreaterThan(500);
  });

  it('counts the same steps every time', () => {
    const steps = () => {
      const budget = new StepBudget();
      const out = new Uint32Array(1);
      const dfa = automaton();
      for (const subject of ['abcd'.repeat(100), 'aaaaaaab\n'.repeat(50)]) {
        dfa.scan(new Subject().ofText(subject), out, budget);
      }
      return budget.steps;
    };
    expect(steps()).toBe(steps());
    expect(steps()).toBeGreaterThan(850);
  });
});
