import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const TOKEN = 'evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA';
const PROOF = `${TOKEN}.${'9'.repeat(43)}`;

describe('challenges of certificate authorities', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;

  beforeEach(async () => {
    origin = await startRecordingOrigin();
    edge = await startEdge(origin.port);
    learn(Date.now() + 60_000);
  });
  afterEach(async () => {
    await edge.stop();
    await origin.close();
  });

  const learn = (untilMs: number, host = 'shop.example') =>
    edge.worker.edge.acmeChallenges.learn({ host, token: TOKEN, keyAuthorization: PROOF, untilMs });
  const ask = (host = 'shop.example', token = TOKEN, method = 'GET') =>
    sendRaw(edge.port, `${method} /.well-known/acme-challenge/${token} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);

  it('are answered with the proof, and are nobody’s traffic', async () => {
    expect(await ask()).toMatchObject({ status: 200, body: PROOF });
    expect(await ask('shop.example', TOKEN, 'HEAD')).toMatchObject({ status: 200, body: '' });
    await eventually(() => edge.records.length === 2);
    expect(edge.records[0]).toMatchObject({ site: null, reason: 'acme_challenge', status: 200 });
    expect(origin.requests).toHaveLength(0);
  });

  it('are answered for a site that is paused and blocks everybody', async () => {
    edge.configure((config) => {
      config.isActive = false;
      config.policy!.blockedIps = ['0.0.0.0/0'];
      config.delivery!.httpsRedirect = true;
    });
    expect(await ask()).toMatchObject({ status: 200, body: PROOF });
  });

  it('go to the origin with tokens that are not ours: it may have a client of its own', async () => {
    expect(await ask('shop.example', 'another')).toMatchObject({ status: 200, body: 'ok' });
    expect(origin.requests).toHaveLength(1);
  });

  it('are not answered for another host, nor after their time', async () => {
    expect((await ask('stranger.example')).status).toBe(421);
    learn(Date.now() + 60_000, 'other.example');
    expect(await ask()).toMatchObject({ body: 'ok' });
    learn(Date.now() - 1);
    expect(await ask()).toMatchObject({ body: 'ok' });
  });

  it('do not get around the guard', async () => {
    const answer = await sendRaw(
      edge.port,
      `GET /.well-known/acme-challenge/${TOKEN} HTTP/1.1\r\nHost: shop.example\r\nHost: shop.example\r\n\r\n`,
    );
    expect(answer.status).toBe(400);
  });
});
