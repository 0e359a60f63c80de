import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { eventually } from '@palisade/testing';
import { ApiClient } from './api-client.ts';
import { Drill } from './chaos/drill.ts';
import { MoreEdge } from './chaos/more-edges.ts';
import { canMakeNetworks, Relay, SeparateMachine } from './chaos/network.ts';
import { visit } from './edge-client.ts';
import { Stack } from './stack.ts';

const SITE = 'shop.localhost';
const FORM = {
  visitors: 4,
  requestsPerSecond: 80,
  faultMs: 20_000,
  restMs: 1_500,
  customerPauseMs: 1_000,
} as const;
const RULE = {
  id: randomUUID(),
  name: 'Not while we were apart',
  enabled: true,
  action: 'block',
  skip: [],
  conditions: [{ field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/closed'] }],
};

const canMake = canMakeNetworks();
/** It is not refused then: what either side sends arrives nowhere. */
(canMake ? describe : describe.skip)(
  `an edge whose network to the control plane is cut${canMake ? '' : ' [skipped: no networks of one’s own]'}`,
  () => {
    const stack = new Stack();
    const relays: Relay[] = [];
    let machine: SeparateMachine;
    let within: ChildProcess;
    let edge: MoreEdge;
    let drill: Drill;
    let door = 0;

    beforeAll(async () => {
      await stack.start('--rate-limit', '100000', '--workers', '1');
      machine = new SeparateMachine();
      const { inside, outside } = machine;
      const redis = Number(new URL(stack.redisUrl).port);
      await relay({ host: '127.0.0.1', port: redis }, inside.here, redis);
      await relay({ host: '127.0.0.1', port: stack.originPort }, outside.here, stack.originPort);
      within = relayWithin(stack.originPort, outside.here);
      edge = await MoreEdge.start(stack, {
        name: 'edge-apart',
        host: outside.there,
        within: machine.within,
        replace: ['127.0.0.1', inside.here],
      });
      door = await relay({ host: outside.there, port: edge.httpPort }, '127.0.0.1');
      drill = new Drill(stack, FORM, door);
    }, 300_000);
    afterAll(async () => {
      await drill?.stop();
      await edge?.stop();
      within?.kill('SIGKILL');
      for (const each of relays) each.stop();
      machine?.remove();
      await stack.dispose();
    }, 120_000);

    it('serves as before, and gets the changes afterwards', async () => {
      await drill.run([
        {
          process: 'network',
          what: 'cut',
          costs: 'nothing',
          begin: async () => {
            machine.cut(machine.inside);
            await forbid();
          },
          end: async () => {
            // It cannot know.
            expect(await statusOfClosed()).not.toBe(403);
            machine.mend(machine.inside);
            await eventually(
              'the rule at the edge',
              async () => expect(await statusOfClosed()).toBe(403),
              60_000,
            );
          },
        },
      ]);
      expect(drill.seen.length).toBeGreaterThan(500);
      expect(drill.seen.filter(({ status }) => status !== 200)).toEqual([]);
    }, 240_000);

    it('loses no record of that time', async () => {
      const kept = await drill.kept();
      expect(kept.filter(({ lost, twice }) => lost + twice > 0)).toEqual([]);
      expect(kept.filter(({ acknowledged }) => acknowledged === 0)).toEqual([]);
    }, 150_000);

    async function relay(to: { host: string; port: number }, host: string, port = 0): Promise<number> {
      const made = new Relay(to);
      relays.push(made);
      return made.listen(host, port);
    }

    /** The origin is on loopback, of which that machine has its own. */
    function relayWithin(port: number, host: string): ChildProcess {
      const source = JSON.stringify(path.join(import.meta.dirname, 'chaos/network.ts'));
      const script = `const { Relay } = await import(${source});
        await new Relay(${JSON.stringify({ host, port })}).listen('127.0.0.1', ${port});`;
      const [program, ...args] = [...machine.within, process.execPath, '--input-type=module', '-e', script];
      return spawn(program!, args, { stdio: 'ignore' });
    }

    async function forbid(): Promise<void> {
      const owner = await ApiClient.signIn(stack.api, stack.accounts.customer);
      const { body } = await owner.call<{ id: string; domain_name: string }[]>('GET', '/domains/');
      const { id } = body.find(({ domain_name }) => domain_name === SITE)!;
      const policyConfig = { custom_rules: [RULE] };
      const answer = await owner.call('PUT', `/domains/${id}/waf-config`, { policyConfig });
      expect(answer).toMatchObject({ status: 200 });
    }

    const statusOfClosed = async () => (await visit(`http://127.0.0.1:${door}`, SITE, '/closed')).status;
  },
);
