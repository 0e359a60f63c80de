import { STEPS_PER_SLICE, UNFINISHED } from '@palisade/waf-engine';
import { parseAddress } from '../../io/addresses/client-address.ts';
import { fakeRuleSet } from '../../test-support/fake-rule-set.ts';
import { RuleTurns, type TurnTaker } from './rule-turns.ts';

const CONNECTION = { id: '1', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 80 };

/** A phase that takes this many slices, and writes each slice and its end to `log`. */
function taker(
  name: string,
  slices: number,
  log: string[],
  more: Partial<TurnTaker> = {},
  client = '192.0.2.1',
): TurnTaker {
  const site = fakeRuleSet({ slices: [1, slices, 1, 1] }).withOverlay({});
  const transaction = site.beginSlicedTransaction(CONNECTION, 1);
  expect(transaction.requestBody()).toBe(UNFINISHED);
  return {
    request: { requestId: name, method: 'POST', rawTarget: '/', site: null, client: parseAddress(client)! },
    transaction: {
      ...transaction,
      resume: () => {
        log.push(name);
        return transaction.resume();
      },
    },
    isWanted: () => true,
    done: () => log.push(`${name} done`),
    failed: (error) => log.push(`${name} failed: ${(error as Error).message}`),
    ...more,
  };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('phases that go on in turns', () => {
  it('have one slice in each turn of the event loop, one after the other', async () => {
    const rules = new RuleTurns();
    const log: string[] = [];
    rules.resume(taker('a', 4, log));
    rules.resume(taker('b', 3, log));
    const seen: number[] = [];
    for (let turn = 0; turn < 8; turn++) {
      await turns(1);
      seen.push(log.filter((entry) => entry.length === 1).length);
    }
    expect(log).toEqual(['a', 'b', 'a', 'b', 'b done', 'a', 'a done']);
    for (let turn = 1; turn < seen.length; turn++)
      expect(seen[turn]! - seen[turn - 1]!).toBeLessThanOrEqual(1);
  });

  it('are dropped when nobody wants them any more, and the others go on', async () => {
    const rules = new RuleTurns();
    const log: string[] = [];
    rules.resume(taker('a', 5, log, { isWanted: () => log.length < 3 }));
    rules.resume(taker('b', 4, log));
    await turns(20);
    expect(log).toEqual(['a', 'b', 'a', 'b', 'b', 'b done']);
  });

  it('of one client’s many keep another’s waiting for one slice at a time', async () => {
    const rules = new RuleTurns();
    const log: string[] = [];
    for (let index = 0; index < 50; index++) rules.resume(taker('many', 20, log));
    rules.resume(taker('other', 4, log, {}, '198.51.100.7'));
    await turns(20);
    expect(log.slice(0, 8)).toContain('other done');
    await turns(1_000);
    expect(log.filter((entry) => entry === 'many done')).toHaveLength(50);
  });

  it('leave so much of each turn to what is done at once, and none of it where a slice was had', async () => {
    const rules = new RuleTurns();
    const log: string[] = [];
    expect(rules.isFree).toBe(true);
    rules.spend(STEPS_PER_SLICE - 1);
    expect(rules.isSpent).toBe(false);
    rules.spend(1);
    expect(rules.isSpent).toBe(true);
    await turns(1);
    expect(rules.isSpent).toBe(false);
    const spent: boolean[] = [];
    rules.resume(
      taker('a', 2, log, {
        done: () => {
          rules.useUp();
          spent.push(rules.isSpent);
        },
      }),
    );
    expect(rules.isFree).toBe(false);
    await turns(3);
    expect(spent).toEqual([true]);
    expect(rules.isFree).toBe(true);
    expect(rules.isSpent).toBe(false);
  });

  it('tell when the engine fails', async () => {
    const rules = new RuleTurns();
    const log: string[] = [];
    const broken = taker('a', 2, log);
    broken.transaction.resume = () => {
      throw new Error('broken');
    };
    rules.resume(broken);
    rules.resume(taker('b', 2, log));
    await turns(10);
    expect(log).toEqual(['a failed: broken', 'b', 'b done']);
  });
});
