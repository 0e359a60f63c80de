// One worker process of the data plane. Started by the supervisor only, which it talks to by IPC.

import path from 'node:path';
import { messageOfError } from '@palisade/basics';
import { readTrustedKeys } from '@palisade/edge-state';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { systemLookup } from './features/bots/bot-verifier.ts';
import { readLocalSecret } from './features/bots/challenge/local-secret.ts';
import { engineBuild } from './features/inspection/engine-build.ts';
import { leakedListAt } from './features/leaked-passwords/leaked-list-at.ts';
import { GeoDatabase } from './io/addresses/geo.ts';
import { boundsWithin, descriptorLimit } from './io/shares/descriptors.ts';
import type { FairCounter } from './io/shares/fair-counter.ts';
import { readConfig } from './node/config/config.ts';
import { INHERITED_SOCKETS } from './node/ipc/inherited-sockets.ts';
import {
  handleMessage,
  type MessageHandlers,
  type ToSupervisor,
  type ToWorker,
} from './node/ipc/messages.ts';
import { hashOfRules } from './node/rules/candidate-release.ts';
import { compileNodeRules } from './node/rules/node-rules.ts';
import { compileOperatorRules, type OperatorRules } from './node/rules/operator-rule-set.ts';
import { compileRelease, type RuleRelease, readReleases } from './node/rules/rule-releases.ts';
import { configFolder, spoolFolder, workerFolders } from './node/sites/data-folders.ts';
import { SiteStore } from './node/sites/site-store.ts';
import type { Tracing } from './node/telemetry/tracing/tracing.ts';
import { type Heartbeat, startHeartbeat } from './node/watchdog/heartbeat.ts';
import { EdgeWorker } from './node/worker/edge-worker.ts';
import { InvalidationBatch } from './node/worker/invalidation-batch.ts';
import { nextSupervisor } from './node/worker/next-supervisor.ts';
import { SupervisorQuestions } from './node/worker/supervisor-questions.ts';
import { claimWorkerFolder, socketFolder } from './node/worker/worker-folder.ts';
import type { CandidateRuleSet, CandidateRuleSets } from './pipeline/site-controls.ts';
import { readSelfSigned } from './server/tls/self-signed.ts';

const REPORT_MS = 1_000;

// Reads files and keeps the result, so that no request waits for them.
engineBuild();

const config = readConfig();
const send = (message: ToSupervisor) => {
  // Sending to a supervisor that was just killed fails; 'disconnect' follows in the same turn of the event loop.
  if (process.connected) process.send?.(message, () => undefined);
};
const invalidations = new InvalidationBatch((keys) => send({ type: 'invalidated', keys }));
const ownFolder = claimWorkerFolder(workerFolders(config.dataDir));
const questions = new SupervisorQuestions(send);

/** A release that cannot be used is reported; sites that have chosen it use the default rules meanwhile. */
function compileReleases() {
  const present = new Map<string, CompiledRuleSet>();
  const candidates = new Map<string | null, CandidateRuleSet>();
  const refuse = (file: string, error: unknown) => {
    const detail = `${file}: ${messageOfError(error)}`;
    send({ type: 'fault', code: 'rule_release_refused', requestId: '', detail });
  };
  const compiled = ({ name, hash, isCandidate }: RuleRelease, ruleSet: CompiledRuleSet) =>
    isCandidate ? candidates.set(name, { hash, ruleSet }) : present.set(name, ruleSet);
  const { releases, refused } = readReleases(
    config.ruleReleases.directory,
    readTrustedKeys(config.configKeys),
  );
  for (const { file, error } of refused) refuse(file, error);
  for (const release of releases) {
    try {
      compiled(release, compileRelease(release));
    } catch (error) {
      refuse(release.name, error);
    }
  }
  return { present, candidates };
}

/** A candidate that does not compile is reported by the supervisor; this worker goes on without it. */
function compileCandidate(rules: OperatorRules): CandidateRuleSet | null {
  try {
    return { hash: hashOfRules(rules), ruleSet: compileOperatorRules(rules) };
  } catch (error) {
    const detail = messageOfError(error);
    send({ type: 'fault', code: 'candidate_refused', requestId: '', detail });
    return null;
  }
}

const releases = compileReleases();
function candidateRuleSets(): CandidateRuleSets {
  const candidate = config.candidateRules === null ? null : compileCandidate(config.candidateRules);
  return candidate === null ? releases.candidates : new Map([...releases.candidates, [null, candidate]]);
}

/** Imported only if tracing is on, as OpenTelemetry is larger than the rest of a small worker. */
async function startTracing(ratio: number): Promise<Tracing> {
  const { beginTracing } = await import('./node/telemetry/tracing/tracing.ts');
  return beginTracing({ ratio, nodeId: config.nodeId });
}
const tracing = config.traceRatio === null ? null : await startTracing(config.traceRatio);

/** Null: there is no list of leaked passwords. A failed lookup is reported to the operator. */
const leakedListOf = (place: string | null) => (lookups: FairCounter) =>
  place === null
    ? null
    : leakedListAt(place, lookups, (error) => {
        const detail = messageOfError(error);
        send({ type: 'fault', code: 'leaked_passwords_unknown', requestId: '', detail });
      });

const openBounds = boundsWithin(descriptorLimit());
const siteStore = SiteStore.openToRead(configFolder(config.dataDir));
const worker = new EdgeWorker({
  siteStore: siteStore === null ? undefined : { store: siteStore, keys: readTrustedKeys(config.configKeys) },
  tracer: tracing?.tracer ?? null,
  nodeId: config.nodeId,
  bind: config.bind,
  httpPort: config.httpPort,
  httpsPort: config.httpsPort,
  inherited: INHERITED_SOCKETS,
  originAddresses: config.originAddresses,
  trustedProxies: config.trustedProxies,
  trustedHops: config.trustedHops,
  proxyProtocol: config.proxyProtocol,
  readsFingerprints: config.tlsFingerprints,
  gathersWrites: config.gatheredWrites,
  installation: Object.keys(config.configKeys).sort().join(' '),
  sealKey: config.sealKey,
  peers: config.peers,
  previousSealKeys: config.previousSealKeys,
  selfSigned: config.selfSigned ? readSelfSigned(config.dataDir) : null,
  ruleSet: compileNodeRules(config),
  ruleReleases: releases.present,
  candidateRuleSets: candidateRuleSets(),
  geo: GeoDatabase.withFiles(config.geoFiles),
  spool: { folder: spoolFolder(config.dataDir), segmentBytes: config.spoolSegmentBytes },
  sharedCount: questions.count,
  sharedFrom: 1 / config.workers,
  protection: {
    secret: config.sealKey === null ? readLocalSecret(config.dataDir) : Buffer.from(config.sealKey, 'base64'),
    claim: questions.claim,
    lookup: systemLookup(config.dnsServers),
    share: 1 / config.workers,
    shedAboveMs: config.shedAboveMs,
    onDefence: (siteId, change, rate, usualRate) => {
      send({ type: 'defence', siteId, change, rate, usualRate });
    },
  },
  cache: {
    memoryBytes: config.cache.memoryBytes / config.workers,
    diskBytes: config.cache.diskBytes / config.workers,
    objectBytes: config.cache.objectBytes,
    siteShare: config.cache.siteShare,
    folder: config.cache.diskBytes === 0 ? null : path.join(ownFolder, 'cache'),
  },
  onInvalidate: (key) => invalidations.add(key),
  pools: openBounds.pools,
  idleOriginConnections: openBounds.idleOriginConnections,
  uploadScan: {
    clamd: config.clamd,
    spoolBytes: config.uploadSpoolBytes / config.workers,
    folder: path.join(ownFolder, 'uploads'),
  },
  leakedList: leakedListOf(config.leakedPasswords),
  onBan: (siteId, address, untilMs, reason) => send({ type: 'ban', siteId, address, untilMs, reason }),
  onFault: (code, requestId, detail) => send({ type: 'fault', code, requestId, detail }),
  onDamagedSite: (siteId) => send({ type: 'damaged-site', siteId }),
});

/** Null until this worker listens: starting up has no deadline of the watchdog. */
let heartbeat: Heartbeat | null = null;
let memoryBytes = 0;
/** Bytes (RSS). Linux reads it from a file; without a free descriptor the last value is reported. */
function readMemory(): number {
  try {
    memoryBytes = process.memoryUsage.rss();
  } catch (error) {
    const detail = messageOfError(error);
    send({ type: 'fault', code: 'memory_unknown', requestId: '', detail });
  }
  return memoryBytes;
}
let configs = { revision: 0, changedAtMs: 0 };
const countSpans = ({ exported, failed, dropped }: Tracing['counts']) =>
  Object.assign(worker.counters, { spansExported: exported, spansFailed: failed, spansDropped: dropped });
const report = () => {
  if (tracing !== null) countSpans(tracing.counts);
  worker.counters.listsMissing = worker.lists.missing;
  worker.counters.sitesDefended = worker.edge.ddos.sitesDefended;
  const cpu = process.cpuUsage();
  send({
    type: 'counters',
    counters: worker.counters,
    durations: worker.durations.numbers(),
    exemplars: worker.durations.exemplars(),
    pools: worker.edge.pools.states(),
    sites: worker.sites.size,
    configRevision: configs.revision,
    configChangedAtMs: configs.changedAtMs,
    memoryBytes: readMemory(),
    cpuMicros: cpu.user + cpu.system,
  });
};
const reporter = setInterval(report, REPORT_MS);

let draining: Promise<void> | null = null;
function drain(isReplaced: boolean): Promise<void> {
  draining ??= worker.drain(config.drainMs, isReplaced).then(async () => {
    clearInterval(reporter);
    // A collector that does not answer costs its spans, not the node's end.
    await tracing?.shutdown().catch((error: Error) => {
      send({ type: 'fault', code: 'traces_lost', requestId: '', detail: error.message });
    });
    report();
    if (process.connected) process.disconnect?.();
  });
  return draining;
}

const handlers: MessageHandlers<ToWorker> = {
  sites: ({ documents, revision }) => {
    for (const document of documents) {
      apply(document);
      heartbeat?.beat();
    }
    if (revision > configs.revision) configs = { revision, changedAtMs: Date.now() };
  },
  'stored-sites': ({ sites, count, revision }) => {
    worker.storeChanged(sites, count);
    heartbeat?.beat();
    if (revision > configs.revision) configs = { revision, changedAtMs: Date.now() };
  },
  listen: () => void listen(),
  bans: ({ bans }) => {
    for (const { siteId, address, untilMs } of bans) worker.learnBan(siteId, address, untilMs);
  },
  lists: ({ lists }) => worker.lists.offer(lists),
  controls: ({ controls }) => {
    worker.controls.apply(controls);
    // Nothing is invalidated while the cache is off: what it holds now must not be served once it is on again.
    if (controls.switchedOff.includes('cache')) worker.purgeEverything();
  },
  'origin-health': ({ verdicts }) => {
    for (const verdict of verdicts) worker.balancer.setHealth(verdict.siteId, verdict.origin, verdict);
  },
  challenges: ({ challenges }) => {
    for (const challenge of challenges) worker.edge.acmeChallenges.learn(challenge);
  },
  purges: ({ purges }) => {
    for (const purge of purges) worker.purge(purge);
  },
  'purge-everything': () => worker.purgeEverything(),
  invalidated: ({ keys }) => {
    for (const key of keys) worker.invalidate(key);
  },
  'ticket-key': ({ key }) => worker.setTicketKey(Buffer.from(key)),
  'pseudonym-key': ({ key }) => worker.pseudonyms.useKey(Buffer.from(key)),
  nodes: ({ count }) => {
    for (const limiter of [worker.edge.limiter, worker.edge.amounts])
      limiter.shareAmong(count * config.workers);
  },
  peers: ({ alive }) => worker.peers?.useAlive(alive),
  'count-reply': ({ id, elsewhere }) => questions.answerCount(id, elsewhere),
  'claim-reply': ({ id, isFirst }) => questions.answerClaim(id, isFirst),
  http3: ({ offer }) => worker.offerHttp3(offer),
  'lame-duck': ({ on }) => (on ? worker.turnAway() : worker.takeBack()),
  drain: ({ isReplaced }) => void drain(isReplaced),
};
process.on('message', (message: ToWorker) => handleMessage(handlers, message, undefined));

async function listen(): Promise<void> {
  try {
    if (siteStore !== null) await worker.preload(siteStore);
    const ports = await worker.listen();
    const http3 = config.http3 === null ? null : await worker.listenForHttp3(socketFolder(ownFolder));
    heartbeat = startHeartbeat((error) => {
      send({ type: 'fault', code: 'watcher_failure', requestId: '', detail: error.message });
    });
    send({ type: 'listening', ...ports, http3 });
  } catch (error) {
    const detail = messageOfError(error);
    send({ type: 'fault', code: 'listen_failure', requestId: '', detail });
    process.exitCode = 1;
    process.disconnect?.();
    setTimeout(() => process.exit(1), 100);
  }
}

function apply(document: Uint8Array): void {
  try {
    worker.applyDocument(document);
  } catch (error) {
    const detail = messageOfError(error);
    send({ type: 'fault', code: 'site_refused', requestId: '', detail });
  }
}

// The supervisor decides when workers end; a signal to the whole group must not cut requests off.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
process.on('SIGTERM', () => void drain(false));
/** Without a supervisor nobody would replace or update this worker: it serves until others have taken over. */
async function outliveSupervisor(): Promise<void> {
  // The HTTP/3 front ended with the supervisor.
  if (config.http3 !== null) worker.offerHttp3('withdrawn');
  if (draining === null) await nextSupervisor(config.dataDir, config.orphanMs);
  await drain(true);
}
process.on('disconnect', () => {
  void outliveSupervisor().finally(() => process.exit());
});
process.on('uncaughtException', (error) => {
  send({ type: 'fault', code: 'worker_crash', requestId: '', detail: error.stack ?? error.message });
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 50);
});
send({ type: 'hello' });
