// One worker process of the data plane. Started by the supervisor only, which it talks to by IPC.
import path from 'node:path';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { systemLookup } from './bots/bot-verifier.ts';
import { readLocalSecret } from './bots/challenge/local-secret.ts';
import { readConfig } from './config.ts';
import { boundsWithin, descriptorLimit } from './limits/descriptors.ts';
import { compileManagedRules } from './rules/managed-rule-set.ts';
import { compileOperatorRules, type OperatorRules } from './rules/operator-rule-set.ts';
import { scratchFolder, spoolFolder } from './site-config/data-folders.ts';
import { GeoDatabase } from './site-config/geo.ts';
import { INHERITED_SOCKETS } from './supervisor/listening-sockets.ts';
import type { ToSupervisor, ToWorker } from './supervisor/messages.ts';
import type { Tracing } from './telemetry/tracing/tracing.ts';
import { readSelfSigned } from './tls/self-signed.ts';
import { type Heartbeat, startHeartbeat } from './watchdog/heartbeat.ts';
import { EdgeWorker } from './worker/edge-worker.ts';
import { InvalidationBatch } from './worker/invalidation-batch.ts';
import { claimScratch } from './worker/scratch.ts';
import { SupervisorQuestions } from './worker/supervisor-questions.ts';

const REPORT_MS = 1_000;

const config = readConfig();
const send = (message: ToSupervisor) => {
  if (process.connected) process.send?.(message);
};
const invalidations = new InvalidationBatch((keys) => send({ type: 'invalidated', keys }));
const scratch = claimScratch(scratchFolder(config.dataDir));
const questions = new SupervisorQuestions(send);

/** A candidate that does not compile is reported by the supervisor; this worker goes on without it. */
function compileCandidate(rules: OperatorRules): CompiledRuleSet | null {
  try {
    return compileOperatorRules(rules);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    send({ type: 'fault', code: 'candidate_refused', requestId: '', detail });
    return null;
  }
}

function compileRules() {
  if (config.operatorRules !== null) return compileOperatorRules(config.operatorRules);
  return config.managedRules ? compileManagedRules() : null;
}

/** Loaded only where it is wanted: it is larger than the rest of a small worker. */
async function startTracing(ratio: number): Promise<Tracing> {
  const { beginTracing } = await import('./telemetry/tracing/tracing.ts');
  return beginTracing({ ratio, nodeId: config.nodeId });
}
const tracing = config.traceRatio === null ? null : await startTracing(config.traceRatio);

const openBounds = boundsWithin(descriptorLimit());
const worker = new EdgeWorker({
  tracer: tracing?.tracer ?? null,
  nodeId: config.nodeId,
  bind: config.bind,
  httpPort: config.httpPort,
  httpsPort: config.httpsPort,
  inherited: INHERITED_SOCKETS,
  originAddresses: config.originAddresses,
  trustedProxies: config.trustedProxies,
  proxyProtocol: config.proxyProtocol,
  installation: Object.keys(config.configKeys).sort().join(' '),
  sealKey: config.sealKey,
  selfSigned: config.selfSigned ? readSelfSigned(config.dataDir) : null,
  ruleSet: compileRules(),
  candidateRuleSet: config.candidateRules === null ? null : compileCandidate(config.candidateRules),
  geo: GeoDatabase.withFiles(config.geoFiles),
  spool: { folder: spoolFolder(config.dataDir), segmentBytes: config.spoolSegmentBytes },
  sharedCount: questions.count,
  sharedFrom: 1 / (config.nodes * config.workers),
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
    folder: config.cache.diskBytes === 0 ? null : path.join(scratch, 'cache'),
  },
  onInvalidate: (key) => invalidations.add(key),
  pools: openBounds.pools,
  idleOriginConnections: openBounds.idleOriginConnections,
  uploadScan: {
    clamd: config.clamd,
    spoolBytes: config.uploadSpoolBytes / config.workers,
    folder: path.join(scratch, 'uploads'),
  },
  onBan: (siteId, address, untilMs, reason) => send({ type: 'ban', siteId, address, untilMs, reason }),
  onFault: (code, requestId, detail) => send({ type: 'fault', code, requestId, detail }),
});

/** Null until this worker listens: what it does before may take its time. */
let heartbeat: Heartbeat | null = null;
let memoryBytes = 0;
/** The system is asked by way of a file: without a descriptor for it, the last answer has to do. */
function readMemory(): number {
  try {
    memoryBytes = process.memoryUsage.rss();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    send({ type: 'fault', code: 'memory_unknown', requestId: '', detail });
  }
  return memoryBytes;
}
let configs = { revision: 0, changedAtMs: 0 };
const report = () => {
  worker.counters.sitesDefended = worker.edge.ddos.sitesDefended;
  const cpu = process.cpuUsage();
  send({
    type: 'counters',
    counters: worker.counters,
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
function drain(): Promise<void> {
  draining ??= worker.drain(config.drainMs).then(async () => {
    clearInterval(reporter);
    // A collector that does not answer costs its spans, not the node's end.
    await tracing?.shutdown().catch((error: Error) => {
      send({ type: 'fault', code: 'traces_lost', requestId: '', detail: error.message });
    });
    report();
    send({ type: 'drained' });
    process.disconnect?.();
  });
  return draining;
}

process.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'sites':
      for (const document of message.documents) {
        apply(document);
        heartbeat?.beat();
      }
      if (message.revision > configs.revision) {
        configs = { revision: message.revision, changedAtMs: Date.now() };
      }
      return;
    case 'listen':
      worker.listen().then(
        (ports) => {
          heartbeat = startHeartbeat((error) => {
            send({ type: 'fault', code: 'watcher_failure', requestId: '', detail: error.message });
          });
          send({ type: 'listening', ...ports });
        },
        (error: Error) => {
          send({ type: 'fault', code: 'listen_failure', requestId: '', detail: error.message });
          process.exitCode = 1;
          process.disconnect?.();
          setTimeout(() => process.exit(1), 100);
        },
      );
      return;
    case 'bans':
      for (const ban of message.bans) worker.bans.learn(ban.siteId, ban.address, ban.untilMs);
      return;
    case 'controls':
      worker.controls.apply(message.controls);
      // While it is off, nothing is invalidated: what is there now must not come back with it.
      if (message.controls.switchedOff.includes('cache')) worker.cache?.clear();
      return;
    case 'origin-health':
      for (const { siteId, origin, healthy } of message.verdicts) {
        worker.balancer.setHealth(siteId, origin, healthy);
      }
      return;
    case 'challenges':
      for (const challenge of message.challenges) worker.edge.challenges.learn(challenge);
      return;
    case 'purges':
      for (const purge of message.purges) worker.cache?.purge(purge);
      return;
    case 'purge-everything':
      worker.cache?.clear();
      return;
    case 'invalidated':
      for (const key of message.keys) worker.cache?.invalidate(key);
      return;
    case 'ticket-key':
      worker.setTicketKey(Buffer.from(message.key));
      return;
    case 'count-reply':
      questions.answerCount(message.id, message.elsewhere);
      return;
    case 'claim-reply':
      questions.answerClaim(message.id, message.isFirst);
      return;
    case 'drain':
      void drain();
      return;
  }
});

function apply(document: Uint8Array): void {
  try {
    worker.applyDocument(document);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    send({ type: 'fault', code: 'site_refused', requestId: '', detail });
  }
}

// The supervisor decides when workers end; a signal to the whole group must not cut requests off.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
process.on('SIGTERM', () => void drain());
// Without a supervisor nobody would replace or update this worker.
process.on('disconnect', () => {
  void drain().finally(() => process.exit());
});
process.on('uncaughtException', (error) => {
  send({ type: 'fault', code: 'worker_crash', requestId: '', detail: error.stack ?? error.message });
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 50);
});
send({ type: 'hello' });
