import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  EdgeConfigPublisher,
  EdgeControlsPublisher,
  generateEdgeKeys,
  NodeBoard,
  sampleSite,
  signRuleBundle,
} from '@palisade/edge-state';
import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { toMessage } from '@palisade/entitlements/wire';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const keys = generateEdgeKeys();
const rules = (status: number) =>
  `SecRule ARGS:q "@pmFromFile words.data" "id:1000,phase:1,deny,status:${status}"\n`;
const bundle = (status: number, signing = keys.signing) =>
  signRuleBundle(
    {
      name: 'own-1',
      madeAtMs: 0,
      files: {
        'rules.conf': Buffer.from(rules(status)).toString('base64'),
        'words.data': Buffer.from('fence\n').toString('base64'),
      },
    },
    signing,
  );

let folder: string;
let releases: string;
let origin: RecordingOrigin;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let node: EdgeNode;
let storage: Server | undefined;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'node-releases-'));
  releases = path.join(folder, 'releases');
  mkdirSync(releases);
  mkdirSync(path.join(folder, 'data'));
  origin = await startRecordingOrigin();
  server = await startTestRedis({ durable: true });
  redis = new Redis(server.url);
  const sample = sampleSite();
  await new EdgeConfigPublisher(redis, keys.signing).publish(
    sampleSite({
      origin: { host: '127.0.0.1', port: origin.port, timeoutMs: 5_000 },
      policy: {
        managedRules: true,
        paranoiaLevel: 2,
        mode: sample.policy!.mode,
        ddosProtectionLevel: 'none',
        rateLimitRequests: 100,
        ruleRelease: { name: 'own-1', paranoiaLevel: 1, inboundThreshold: 5 },
      },
      entitlements: toMessage('business', SEED_ENTITLEMENTS.business),
    }),
  );
});

afterEach(async () => {
  await node?.terminate();
  storage?.close();
  redis.disconnect();
  await server.dispose();
  await origin.close();
  rmSync(folder, { recursive: true });
});

async function start(environment: Record<string, string>): Promise<void> {
  node = await startEdgeNode({
    dataDir: path.join(folder, 'data'),
    keys,
    redisUrl: server.url,
    managedRules: false,
    environment,
  });
  await node.ready();
  await becomes('/', 200);
}

/** Put there at once, as `mv` does it. */
function put(name: string, text: string): void {
  writeFileSync(path.join(folder, 'new'), text);
  renameSync(path.join(folder, 'new'), path.join(releases, name));
}

const statusOf = async (target: string) => {
  const request = `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`;
  return (await sendRaw(node.port, request, 5_000)).status;
};
const becomes = (target: string, status: number) =>
  eventually(`${target} being answered with ${status}`, async () => {
    const answer = await statusOf(target);
    if (answer !== status) throw new Error(`it is ${answer}`);
  });

it('a rule release arrives, is replaced and goes while requests go on; a forged one changes nothing', async () => {
  await start({ PALISADE_EDGE_RULE_RELEASES_DIR: releases });
  const answers = new Map<number, number>();
  let going = true;
  const visitors = (async () => {
    while (going) {
      const status = await statusOf('/');
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  })();
  put('own-1.rules', bundle(418));
  await becomes('/?q=fence', 418);
  await eventually('the release on the board', async () => {
    const [seen] = await new NodeBoard(redis).read();
    if (seen?.ruleReleases[0]?.name !== 'own-1') throw new Error('not yet');
  });
  put('own-1.rules', bundle(451));
  await becomes('/?q=fence', 451);
  put('own-1.rules', bundle(410, generateEdgeKeys().signing));
  await eventually('the refusal', async () => {
    if (!node.log().includes('rule release rejected')) throw new Error('not yet');
  });
  expect(await statusOf('/?q=fence')).toBe(451);
  put('own-1.rules', bundle(418));
  await becomes('/?q=fence', 418);
  rmSync(path.join(releases, 'own-1.rules'));
  await becomes('/?q=fence', 200);
  going = false;
  await visitors;
  expect([...answers.keys()]).toEqual([200]);
});

it('a candidate of a release judges a share of the sites that have chosen it', async () => {
  put('own-1.rules', bundle(418));
  put('own-1.candidate.rules', bundle(451));
  await start({ PALISADE_EDGE_RULE_RELEASES_DIR: releases });
  await becomes('/?q=fence', 418);
  const controls = new EdgeControlsPublisher(redis, keys.signing);
  await controls.publish({ version: 1, switchedOff: [], candidatePercent: 100 });
  await becomes('/?q=fence', 451);
  await controls.publish({ version: 2, switchedOff: [], candidatePercent: 0 });
  await becomes('/?q=fence', 418);
});

it('bundles are fetched from a storage, and go with its list', async () => {
  const files = new Map<string, string>();
  const publish = (text: string | null) => {
    const sha256 = text === null ? '' : createHash('sha256').update(text).digest('hex');
    files.set('/rules/own-1.rules', text ?? '');
    files.set(
      '/rules/releases.json',
      JSON.stringify({ releases: text === null ? [] : [{ file: 'own-1.rules', sha256 }] }),
    );
  };
  publish(bundle(418));
  storage = createServer((request, response) => {
    const text = files.get(request.url ?? '');
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => storage!.listen(0, '127.0.0.1', resolve));
  const { port } = storage.address() as AddressInfo;
  await start({ PALISADE_EDGE_RULE_RELEASES_URL: `http://127.0.0.1:${port}/rules` });
  await becomes('/?q=fence', 418);
  publish(bundle(451));
  await becomes('/?q=fence', 451);
  publish(null);
  await becomes('/?q=fence', 200);
});
