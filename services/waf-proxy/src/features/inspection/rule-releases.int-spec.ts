import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { toMessage } from '@palisade/entitlements/wire';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { compileManagedRules } from '../../node/rules/managed-rule-set.ts';
import { compileRelease, readReleases } from '../../node/rules/rule-releases.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { handOver } from '../../test-support/handed-over.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const CRS = '/usr/share/modsecurity-crs/rules';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';

const SQL = `/?q=${encodeURIComponent("1' UNION SELECT login, password FROM users -- ")}`;
/** Rule 942430 counts characters: at paranoia level 2 it takes an ordinary list for SQL, alone and with 3 points. */
const LIST = `/?q=${encodeURIComponent('(a);(b);(c);(d);(e);(f)')}`;
const COUNTING = 942_430;

const hasCrs = existsSync(CRS) && existsSync(SETUP);
const describeWithCrs = hasCrs ? describe : describe.skip;

describeWithCrs(
  `rule sets of sites in one worker${hasCrs ? '' : ' [skipped: no OWASP CRS of Debian]'}`,
  () => {
    let folder: string;
    let origin: RecordingOrigin;
    let edge: EdgeHarness;
    let managed: CompiledRuleSet;
    let crs: CompiledRuleSet;

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'rule-releases-'));
      mkdirSync(path.join(folder, 'crs-3.3'));
      symlinkSync(CRS, path.join(folder, 'crs-3.3', 'rules'));
      symlinkSync(SETUP, path.join(folder, 'crs-3.3', 'setup.conf'));
      const { releases, refused } = readReleases(folder, new Map());
      expect([releases.map(({ name }) => name), refused]).toEqual([['crs-3.3'], []]);
      crs = compileRelease(releases[0]!);
      managed = compileManagedRules();
      origin = await startRecordingOrigin();
      edge = await startEdge(origin.port, { ruleSet: managed, ruleReleases: new Map([['crs-3.3', crs]]) });
      serve('managed', {});
      serve('pl1', { ruleRelease: { name: 'crs-3.3', paranoiaLevel: 1, inboundThreshold: 5 } });
      serve('pl2', { ruleRelease: { name: 'crs-3.3', paranoiaLevel: 2, inboundThreshold: 3 } });
    }, 60_000);

    afterAll(async () => {
      await edge?.stop();
      await origin?.close();
      rmSync(folder, { recursive: true });
    });

    type Policy = Exclude<MessageInitShape<typeof edgeV1.PolicySchema>, edgeV1.Policy>;
    let version = 0n;
    function serve(
      siteId: string,
      policy: Partial<Policy>,
      plan: keyof typeof SEED_ENTITLEMENTS = 'business',
    ) {
      version += 1n;
      const config = sampleSite({
        siteId,
        version,
        hosts: [`${siteId}.example`],
        origin: { host: '127.0.0.1', port: origin.port, timeoutMs: 5_000 },
        policy: {
          managedRules: true,
          paranoiaLevel: 2,
          mode: edgeV1.EngineMode.ON,
          ddosProtectionLevel: 'none',
          rateLimitRequests: 100,
          ...policy,
        },
        entitlements: toMessage(plan, SEED_ENTITLEMENTS[plan]),
      });
      edge.worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, config));
    }

    async function send(site: string, target: string) {
      const request = `GET ${target} HTTP/1.1\r\nHost: ${site}.example\r\nUser-Agent: Mozilla/5.0\r\nAccept: */*\r\nConnection: close\r\n\r\n`;
      const { status } = await sendRaw(edge.port, request, 5_000);
      const audit = edge.records.at(-1)!.transaction?.audit();
      return {
        status,
        decided: audit?.interruption?.ruleId ?? null,
        rules: audit?.matches.filter(({ score }) => score > 0).map(({ ruleId }) => ruleId) ?? [],
        messages: audit?.matches.map(({ ruleId, message, score }) => ({ ruleId, message, score })) ?? [],
      };
    }

    it('know HTTP/3, whatever was the latest protocol when they were written', async () => {
      const { requests } = await edge.worker.listenForHttp3(folder);
      const session = handOver(requests, '192.0.2.7', 'pl1.example');
      const stream = session.request({
        ':authority': 'pl1.example',
        ':path': '/',
        'user-agent': 'Mozilla/5.0',
        accept: '*/*',
      });
      const status = await new Promise((resolve) => {
        stream.once('response', (headers) => resolve(headers[':status']));
      });
      stream.resume();
      session.close();
      expect(status).toBe(200);
      expect(edge.records.at(-1)).toMatchObject({ protocol: 'HTTP/3.0', client: { text: '192.0.2.7' } });
      expect(edge.records.at(-1)!.transaction?.audit()).toMatchObject({ interruption: null });
    });

    it('judges each site by its own, and the log tells which rules, with message and score', async () => {
      const ours = await send('managed', SQL);
      expect(ours).toMatchObject({ status: 403, decided: 9001 });
      expect(Math.max(...ours.rules)).toBeLessThan(100_000);
      const theirs = await send('pl1', SQL);
      expect(theirs).toMatchObject({ status: 403, decided: 949_110 });
      expect(theirs.messages).toContainEqual({
        ruleId: 942_100,
        message: 'SQL Injection Attack Detected via libinjection',
        score: 5,
      });
      expect((await send('pl1', '/?q=hello')).status).toBe(200);
    });

    it('holds each site to its paranoia level and threshold, with one compiled rule set', async () => {
      expect(await send('managed', LIST)).toMatchObject({ status: 200, rules: [] });
      expect(await send('pl1', LIST)).toMatchObject({ status: 200, rules: [] });
      expect(await send('pl2', LIST)).toMatchObject({ status: 403, rules: [COUNTING] });
      serve('pl2', { ruleRelease: { name: 'crs-3.3', paranoiaLevel: 2, inboundThreshold: 4 } });
      expect(await send('pl2', LIST)).toMatchObject({ status: 200, rules: [COUNTING] });
      const [one, two] = ['pl1', 'pl2'].map((site) => edge.worker.sites.get(site)!.rules!.ruleSet);
      expect([one === crs, two === crs]).toEqual([true, true]);
      // Levels five and beyond there are none, and four are as many plans of one rule set.
      const before = process.memoryUsage().heapUsed;
      for (const paranoiaLevel of [1, 2, 3, 4])
        serve('levels', { ruleRelease: { name: 'crs-3.3', paranoiaLevel, inboundThreshold: 5 } });
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(20e6);
    });

    it('has single rules log only, score otherwise, or left out', async () => {
      const ruleRelease = { name: 'crs-3.3', paranoiaLevel: 2, inboundThreshold: 3 };
      serve('pl2', { ruleRelease, ruleAdjustments: [{ ruleId: COUNTING, logOnly: true }] });
      const logged = await send('pl2', LIST);
      expect(logged.status).toBe(200);
      expect(logged.messages).toContainEqual(expect.objectContaining({ ruleId: COUNTING, score: 0 }));
      serve('pl2', { ruleRelease, ruleAdjustments: [{ ruleId: COUNTING, logOnly: false, score: 2 }] });
      expect(await send('pl2', LIST)).toMatchObject({ status: 200, rules: [COUNTING] });
      const by = { case: 'ruleId' as const, value: String(COUNTING) };
      serve('pl2', { ruleRelease, exclusions: [{ name: 'x', by, target: '', pathPrefix: '' }] });
      expect(await send('pl2', LIST)).toMatchObject({ status: 200, rules: [] });
      expect((await send('pl2', SQL)).status).toBe(403);
    });

    it('falls back to what all sites have, by plan, where the node lacks the release, and by the kill switch', async () => {
      const ruleRelease = { name: 'crs-3.3', paranoiaLevel: 2, inboundThreshold: 3 };
      serve('poor', { ruleRelease }, 'starter');
      expect(await send('poor', SQL)).toMatchObject({ status: 403, decided: 9001 });
      serve('early', { ruleRelease: { ...ruleRelease, name: 'crs-9' } });
      expect(await send('early', SQL)).toMatchObject({ status: 403, decided: 9001 });
      expect(edge.faults).toContainEqual(expect.objectContaining({ code: 'rule_release_missing' }));
      edge.worker.controls.apply({ switchedOff: ['rule_releases'], candidatePercent: 0 });
      expect(await send('pl1', SQL)).toMatchObject({ status: 403, decided: 9001 });
      edge.worker.controls.apply({ switchedOff: [], candidatePercent: 0 });
      expect(await send('pl1', SQL)).toMatchObject({ decided: 949_110 });
    });

    it('applies packs to either, until their kill switch is thrown', async () => {
      const applicationPacks = [{ name: 'wordpress', path: '/' }];
      const ruleRelease = { name: 'crs-3.3', paranoiaLevel: 1, inboundThreshold: 5 };
      serve('packed', { applicationPacks });
      serve('packed-crs', { applicationPacks, ruleRelease });
      const upload = '/wp-content/uploads/2026/logo.php';
      for (const site of ['packed', 'packed-crs'])
        expect(await send(site, upload)).toMatchObject({ status: 403, decided: 30_105 });
      expect((await send('managed', upload)).status).toBe(200);
      edge.worker.controls.apply({ switchedOff: ['application_packs'], candidatePercent: 0 });
      expect((await send('packed', upload)).status).toBe(200);
      edge.worker.controls.apply({ switchedOff: [], candidatePercent: 0 });
    });
  },
);

describe('the folder of releases', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'rule-releases-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('names what cannot be used, and goes on without it', () => {
    for (const name of ['good', 'good.candidate', 'empty', 'Bad']) mkdirSync(path.join(folder, name));
    for (const name of ['good', 'good.candidate', 'Bad'])
      writeFileSync(path.join(folder, name, 'rules.conf'), 'SecAction "id:1,phase:1,pass"');
    writeFileSync(path.join(folder, 'releases.json'), '{}');
    writeFileSync(path.join(folder, 'forged.rules'), '{"payload":"{}","keyId":"x","signature":"y"}');
    const { releases, refused } = readReleases(folder, new Map());
    expect(releases.map(({ name, isCandidate }) => [name, isCandidate])).toEqual([
      ['good', false],
      ['good', true],
    ]);
    expect(refused.map(({ file }) => file)).toEqual(['Bad', 'empty', 'forged.rules']);
  });

  it('need not be there', () => {
    expect(readReleases(path.join(folder, 'none'), new Map())).toEqual({ releases: [], refused: [] });
  });
});
