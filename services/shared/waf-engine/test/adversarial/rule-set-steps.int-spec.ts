import { describeWithFiles } from '../../../regex/test/support/test-data.ts';
import { RuleTransaction } from '../../src/host/transaction.ts';
import {
  compileRuleSet,
  type PhaseAnswer,
  type SiteRuleSet,
  STEPS_PER_SLICE,
  UNFINISHED,
} from '../../src/index.ts';
import { ftwSources } from '../../tools/ftw/engine-setup.ts';
import { generalInputs, HOSTILE_SIZE } from '../../tools/redos/hostile-inputs.ts';
import { filePorts } from '../../tools/shared/rule-files.ts';

const RULES = '/usr/share/modsecurity-crs/rules';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';
/**
 * Steps for each byte of a value, over all of CRS at paranoia level 4 with every rule that looks at an argument, and all
 * transformed forms of it. Measured: 1,200 at most; a rule that backtracked would need thousands for each byte of its own.
 */
const STEPS_PER_BYTE = 3000;
/**
 * What a call may do beyond its slice: the unit of work in which the slice ended. That is taking the body apart, or one
 * transformation, one phrase list, one detector, or finding one match in one value.
 */
const STEPS_PER_BYTE_OF_UNIT = 48;
const LONG_BODY = 64 * 1024;

interface Work {
  readonly steps: number;
  /** Of the longest call. */
  readonly longest: number;
  readonly calls: number;
}

function workFor(site: SiteRuleSet, text: string): Work {
  const connection = { id: 's', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };
  const transaction = site.beginSlicedTransaction(connection, STEPS_PER_SLICE);
  if (!(transaction instanceof RuleTransaction)) throw new TypeError('not this engine’s transaction');
  const body = Buffer.from(
    `q=${text.replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}`,
  );
  let longest = 0;
  let calls = 0;
  const counted = (call: () => PhaseAnswer): PhaseAnswer => {
    const before = transaction.matcherSteps;
    const answer = call();
    calls++;
    longest = Math.max(longest, transaction.matcherSteps - before);
    return answer;
  };
  const toItsEnd = (phase: () => PhaseAnswer): void => {
    for (let answer = counted(phase); answer === UNFINISHED; ) answer = counted(() => transaction.resume());
  };
  transaction.requestLine('POST', '/', 'HTTP/1.1');
  toItsEnd(() =>
    transaction.requestHeaders(['Host', 'a.example', 'Content-Type', 'application/x-www-form-urlencoded']),
  );
  transaction.requestBodyChunk(body);
  toItsEnd(() => transaction.requestBody());
  return { steps: transaction.matcherSteps, longest, calls };
}

describeWithFiles('work over all of CRS 3.3.4', [RULES, SETUP], () => {
  let site: SiteRuleSet;

  beforeAll(() => {
    site = compileRuleSet(ftwSources(RULES, SETUP), { ports: filePorts }).withOverlay({});
  });

  it('stays within a fixed number of steps a byte, and a slice within its own, for hostile values', () => {
    let most = 0;
    let calls = 0;
    for (const { name, text } of generalInputs()) {
      const work = workFor(site, text);
      most = Math.max(most, work.steps / HOSTILE_SIZE);
      calls = Math.max(calls, work.calls);
      if (work.longest > STEPS_PER_SLICE + HOSTILE_SIZE * STEPS_PER_BYTE_OF_UNIT)
        throw new Error(`${work.longest} steps at a stretch on ${name}`);
    }
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThan(STEPS_PER_BYTE);
    expect(calls).toBeGreaterThan(3);
  });

  it('is cut into slices within long values, too', () => {
    for (const { name, text } of generalInputs(LONG_BODY).filter((_, index) => index % 4 === 0)) {
      const { steps, longest, calls } = workFor(site, text);
      if (longest > STEPS_PER_SLICE + LONG_BODY * STEPS_PER_BYTE_OF_UNIT)
        throw new Error(`${longest} steps at a stretch on ${name}`);
      expect(calls).toBeGreaterThanOrEqual(
        Math.floor(steps / (STEPS_PER_SLICE + LONG_BODY * STEPS_PER_BYTE_OF_UNIT)),
      );
      expect(steps / LONG_BODY).toBeLessThan(STEPS_PER_BYTE);
    }
  });
});
