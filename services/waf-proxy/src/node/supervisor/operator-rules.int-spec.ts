import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { startRecordingOrigin } from '../../test-support/recording-origin.ts';

const SETUP = `SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,setvar:tx.forbidden=fence"
`;
const RULES = `SecRule ARGS:q "@streq %{tx.forbidden}" "id:100,phase:1,deny,status:418"
SecRule ARGS:q "@pmFromFile words.data" "id:101,phase:1,deny,status:451"
`;
/** Stopped by the managed rules, but not by these. */
const ATTACK = `/?q=${encodeURIComponent("1' OR '1'='1' UNION SELECT password FROM users--")}`;

it("spawned workers run the operator's own rules, with their set-up and data files, instead of the managed ones", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'operator-rules-'));
  const rules = path.join(folder, 'rules');
  const dataDir = path.join(folder, 'data');
  for (const directory of [rules, dataDir]) mkdirSync(directory);
  writeFileSync(path.join(folder, 'setup.conf'), SETUP);
  writeFileSync(path.join(rules, 'rules.conf'), RULES);
  writeFileSync(path.join(rules, 'words.data'), '# words\ngate\n');
  const origin = await startRecordingOrigin();
  const server = await startTestRedis({ durable: true });
  const redis = new Redis(server.url);
  const keys = generateEdgeKeys();
  const site = sampleSite({ origin: { host: '127.0.0.1', port: origin.port, timeoutMs: 5_000 } });
  await new EdgeConfigPublisher(redis, keys.signing).publish(site);
  const node = await startEdgeNode({
    dataDir,
    keys,
    nodeId: 'node-1',
    redisUrl: server.url,
    environment: {
      PALISADE_EDGE_RULES_DIR: rules,
      PALISADE_EDGE_RULES_SETUP: path.join(folder, 'setup.conf'),
    },
  });
  const statusOf = async (target: string) => {
    const request = `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`;
    return (await sendRaw(node.port, request, 2_000)).status;
  };
  try {
    await node.ready();
    await eventually('the site being served', async () => {
      if ((await statusOf('/')) !== 200) throw new Error('not yet');
    });
    expect(await statusOf('/?q=fence')).toBe(418);
    expect(await statusOf('/?q=the+gate')).toBe(451);
    expect(await statusOf(ATTACK)).toBe(200);
  } finally {
    await node.terminate();
    redis.disconnect();
    await server.dispose();
    await origin.close();
    rmSync(folder, { recursive: true });
  }
});
