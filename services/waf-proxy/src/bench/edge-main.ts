// The edge worker that is measured: one process, pinned by whoever starts it.
import { randomBytes } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { Recorder, UNBOUNDED } from '../features/recording/recorder.ts';
import { GeoDatabase, UNKNOWN_COUNTRY } from '../io/addresses/geo.ts';
import { compileManagedRules } from '../node/rules/managed-rule-set.ts';
import { compileOperatorRules } from '../node/rules/operator-rule-set.ts';
import { EdgeWorker } from '../node/worker/edge-worker.ts';
import { readPeers } from '../upstream/peers/peer-list.ts';
import { CRS_RULES } from './crs-setup.ts';
import type { EdgeRecording, EdgeSettings } from './edge-settings.ts';
import { ownRules } from './own-rules.ts';
import { CLIENT_HOST } from './workloads.ts';

const { variant, originPort, spoolFolder, crsSetup, tls, cached, compression }: EdgeSettings = JSON.parse(
  process.argv[2]!,
);
const withPolicy = variant !== 'bare';

function rulesOf() {
  if (variant === 'crs') return compileOperatorRules({ directory: CRS_RULES, setup: crsSetup ?? null });
  return variant === 'rules' ? compileManagedRules() : null;
}

const worker = new EdgeWorker({
  nodeId: 'bench',
  bind: '127.0.0.1',
  httpPort: 0,
  httpsPort: 0,
  originAddresses: { allow: ['127.0.0.1', '::1'], refusedPorts: '' },
  trustedProxies: [],
  installation: 'bench',
  sealKey: variant === 'steered' ? randomBytes(32).toString('base64') : null,
  peers: variant === 'steered' ? readPeers(['bench-2=127.0.0.1:8443/8080']) : [],
  selfSigned: tls ?? null,
  ruleSet: rulesOf(),
  geo: withPolicy ? GeoDatabase.fromPackage() : { find: () => UNKNOWN_COUNTRY },
  spool: withPolicy ? { folder: spoolFolder, segmentBytes: 64 * 1024 * 1024 } : null,
  sharedCount: () => Promise.resolve(0),
  sharedFrom: 1,
  ...(cached && {
    cache: { memoryBytes: 64 << 20, diskBytes: 0, objectBytes: 1 << 20, folder: null, siteShare: 1 },
  }),
  onBan: () => undefined,
  onFault: (code, _id, detail) => console.error(code, detail),
});
const site = sampleSite({
  origin: { host: '127.0.0.1', port: originPort, useTls: false, timeoutMs: 30_000 },
});
site.hosts.push(CLIENT_HOST);
// Most peers do not compress either.
site.delivery!.compression = compression ?? false;
site.policy!.caching = cached ?? false;
site.policy!.cache = create(edgeV1.CacheSettingsSchema, { defaultTtlSeconds: 3_600 });
if (variant === 'steered')
  site.loadBalancing = create(edgeV1.LoadBalancingSchema, {
    moreOrigins: [{ host: 'localhost', port: originPort, weight: 1, places: ['europe'] }],
  });
if (variant === 'own-5') site.policy!.customRules = ownRules(5);
if (variant === 'deception')
  site.policy!.deception = create(edgeV1.DeceptionSchema, {
    action: edgeV1.DeceptionAction.BLOCK,
    minutes: 60,
  });
if (variant === 'own-100') site.policy!.customRules = ownRules(100);
if (variant === 'crs') site.policy!.paranoiaLevel = 1;
site.policy!.rateLimiting = withPolicy;
site.policy!.rateLimitRequests = 10_000_000;
site.policy!.geoBlocking = withPolicy;
site.policy!.blockedCountries = withPolicy ? ['KP', 'RU'] : [];
site.policy!.blockedIps = withPolicy ? ['192.0.2.0/24'] : [];
worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, site));

const MODES = {
  off: edgeV1.RecordingMode.OFF,
  sampled: edgeV1.RecordingMode.SAMPLED,
  all: edgeV1.RecordingMode.ALL,
} as const satisfies Record<EdgeRecording, edgeV1.RecordingMode>;
const sampling = worker.edge.recorder;
// Within its bounds it would leave out most of such a load, and cost nothing.
const unbounded = new Recorder(UNBOUNDED);
process.on('message', (recording: EdgeRecording) => {
  worker.edge.recorder = recording === 'all' ? unbounded : sampling;
  const mode = MODES[recording];
  site.policy!.recording = create(edgeV1.RecordingSettingsSchema, { mode, ratePercent: 1, maskedFields: [] });
  site.version += 1n;
  worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, site));
  process.send?.(recording);
});
// A profiler writes its file on a normal exit only.
process.on('SIGINT', () => process.exit());
const { httpPort, httpsPort } = await worker.listen();
process.send?.({ port: httpPort, tlsPort: httpsPort });
