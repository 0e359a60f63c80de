// npm run bench:policy-replay [-- --requests N]
//
// Replays N recorded requests of one site (a million by default) against a changed policy, as the dashboard does, until
// all are judged. Prints the time of the first and the last result, requests per second, and the memory of the service
// and its worker thread.
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { create, toBinary } from '@bufbuild/protobuf';
import { recordedRequestV1, requestLogV1 } from '@palisade/contracts';
import { recordingContext, sealRecording } from '../modules/recording-store/recording-cipher.rules.ts';
import { RecordingKeysService } from '../modules/recording-store/recording-keys.service.ts';
import { startHarness } from '../test/harness.ts';
import { logBatch, record, utf8 } from '../test/records.ts';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } });
const wanted = Number(values.requests);
const MADE = 10_000;
/** Progress is told after each of so many. */
const PROGRESS = 500_000;
/** One in so many is an attack that the stricter policy stops as well. */
const ATTACK_EVERY = 200;
const [owner, site] = [randomUUID(), randomUUID()];

/** Requests of a browser, each for another page and session. */
function madeRequest(nth: number): Uint8Array {
  const target =
    nth % ATTACK_EVERY === 0
      ? `/catalogue?q=${nth}%3Cscript%3Ealert(1)%3C/script%3E`
      : `/catalogue/${nth % 500}?page=${nth}&sort=price`;
  return toBinary(
    recordedRequestV1.RecordedRequestSchema,
    create(recordedRequestV1.RecordedRequestSchema, {
      requestId: randomUUID(),
      receivedAtMs: BigInt(Date.now()),
      protocol: 'HTTP/1.1',
      secure: true,
      clientAddress: `192.0.2.${nth % 250}`,
      country: 'DE',
      method: utf8('GET'),
      target: utf8(target),
      fields: [
        ...['Host', 'shop.example', 'Connection', 'keep-alive', 'Cache-Control', 'max-age=0'],
        ...['Sec-Ch-Ua', '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"'],
        ...['Sec-Ch-Ua-Mobile', '?0', 'Sec-Ch-Ua-Platform', '"Windows"', 'Upgrade-Insecure-Requests', '1'],
        'User-Agent',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
        ...[
          'Accept',
          'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
        ],
        ...['Sec-Fetch-Site', 'same-origin', 'Sec-Fetch-Mode', 'navigate', 'Sec-Fetch-Dest', 'document'],
        ...['Referer', 'https://shop.example/catalogue?page=3', 'Accept-Encoding', 'gzip, deflate, br, zstd'],
        ...['Accept-Language', 'en-GB,en;q=0.9,de;q=0.8'],
        ...['Cookie', `session=${String(nth).padStart(32, '4v7q')}; theme=zwww; consent=7`],
      ].map(utf8),
      bodyState: recordedRequestV1.RecordedBody.NONE,
      weight: 1,
      masked: 2,
      action: requestLogV1.EdgeAction.ALLOW,
    }),
  );
}

const harness = await startHarness({ PALISADE_LOG_LEVEL: 'warn' });
harness.domainsOf.set(owner, [{ id: site, name: 'shop.example' }]);
try {
  const siteNo = await firstRequest();
  await fill(siteNo);
  for (const change of [{ geoBlocking: true, blockedCountries: ['KP'] }, { paranoiaLevel: 3 }])
    console.log(JSON.stringify(await tryOut(change)));
} finally {
  await harness.dispose();
}

/** Through the bus like all records, so that the service knows the site. */
async function firstRequest(): Promise<number> {
  const first = record({ siteId: site, recorded: madeRequest(1), recordedQuota: 0 });
  await harness.publish(logBatch([first], { segmentId: 'first' }));
  await harness.stored('node-1', 'first', 1);
  const { rows } = await harness.database.query('SELECT site_no FROM logs.recorded_requests');
  return rows[0].site_no;
}

/**
 * Some are sealed here, the rest are copies of them at other times, which the database makes by itself: a record is bound to its site and
 * its number, not to its time.
 */
async function fill(siteNo: number): Promise<void> {
  const key = (await harness.app.get(RecordingKeysService, { strict: false }).keysOf([site])).get(site)!;
  const made = Math.min(MADE, wanted - 1);
  const ids = Array.from({ length: made }, () => randomUUID());
  const began = performance.now();
  // What is measured is reading.
  await harness.database.query('ALTER TABLE logs.recorded_requests SET UNLOGGED');
  await harness.database.query(
    `CREATE TABLE logs.made_requests AS
     SELECT nth::int, id, sealed FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS rows (id, sealed, nth)`,
    [ids, ids.map((id, nth) => sealRecording(key, madeRequest(nth), recordingContext(site, id)))],
  );
  const rounds = Math.ceil((wanted - 1) / made);
  for (let round = rounds - 1; round >= 0; round--)
    await harness.database.query(
      `INSERT INTO logs.recorded_requests (site_no, received_at, request_id, refused, expires_at, sealed)
       SELECT $1, now() - interval '100 ms' * ($2::bigint + nth), id, false, now() + interval '30 days', sealed
       FROM logs.made_requests WHERE nth <= $3 ORDER BY nth DESC`,
      [siteNo, round * made, Math.min(made, wanted - 1 - round * made)],
    );
  await harness.database.query('DROP TABLE logs.made_requests');
  await harness.database.query('VACUUM ANALYZE logs.recorded_requests');
  console.log(`${wanted} requests were put there in ${seconds(performance.now() - began)} s`);
}

async function tryOut(change: object) {
  const totals = { judged: 0, newlyRefused: 0, newlyPassed: 0, unknown: 0, answers: 0 };
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let firstAnswerMs = 0;
  let after: string | null = null;
  do {
    const response = await harness.fetchAs(owner, '/dashboard/policy-replays', {
      method: 'POST',
      body: { domain: 'shop.example', change: JSON.stringify(change), ...(after !== null && { after }) },
    });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    const answer = (await response.json()) as {
      judged: number;
      newly_refused: number;
      newly_passed: number;
      unknown: { requests: number }[];
      next: string | null;
    };
    if (totals.answers++ === 0) {
      firstAnswerMs = performance.now() - began;
      console.log(`first answer: ${Math.round(firstAnswerMs)} ms, ${answer.judged} judged`);
    }
    const millions = Math.floor(totals.judged / PROGRESS);
    totals.judged += answer.judged;
    if (Math.floor(totals.judged / PROGRESS) > millions)
      console.log(
        `${totals.judged} in ${seconds(performance.now() - began)} s, ${megabytes()} MB at most so far`,
      );
    totals.newlyRefused += answer.newly_refused;
    totals.newlyPassed += answer.newly_passed;
    totals.unknown += answer.unknown.reduce((sum, { requests }) => sum + requests, 0);
    after = answer.next;
  } while (after !== null);
  const wholeMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  if (totals.judged !== wanted) throw new Error(`${totals.judged} of ${wanted} were judged`);
  return {
    change,
    ...totals,
    firstAnswerMs: Math.round(firstAnswerMs),
    wholeSeconds: seconds(wholeMs),
    requestsASecond: Math.round((wanted / wholeMs) * 1_000),
    cpuMicrosARequest: Number(((user + system) / wanted).toFixed(1)),
    // Of this process: the service, the worker thread, and the client.
    mostMegabytes: megabytes(),
    load: loadavg().map((one) => Number(one.toFixed(1))),
  };
}

function megabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1_024);
}

function seconds(ms: number): number {
  return Number((ms / 1_000).toFixed(1));
}
