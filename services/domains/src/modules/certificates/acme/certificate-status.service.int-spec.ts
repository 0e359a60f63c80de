import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@palisade/basics';
import { type Issued, TestAuthority } from '../../../test/certificate-authority.ts';
import type { AcmeAccountsService } from './acme-accounts.service.ts';
import { CertificateStatusService } from './certificate-status.service.ts';

describe('what an authority says about a certificate', () => {
  let server: Server;
  let url: string;
  let authority: TestAuthority;
  /** By path. */
  const answers = new Map<string, string | Buffer>();
  let asked: string[] = [];

  beforeAll(async () => {
    authority = await TestAuthority.create();
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = [...answers].find(([path]) => request.url?.startsWith(path))?.[1];
      if (answer === undefined) response.writeHead(404);
      else
        response.setHeader(
          'content-type',
          typeof answer === 'string' ? 'application/json' : 'application/pkix-crl',
        );
      response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    answers.clear();
    asked = [];
    answers.set('/dir', JSON.stringify({}));
  });

  const news = (
    issued: Issued,
    look = new CertificateStatusService({ directoryUrl: `${url}/dir` } as AcmeAccountsService),
  ) => look.of(issued.certPem + authority.intermediatePem);
  const listed = () => authority.issue({ revocationList: `${url}/list.crl` });

  it('is nothing where it says nothing', async () => {
    expect(await news(await authority.issue())).toEqual({ revoked: false, window: null });
  });

  it('is that it was revoked, if its list names it; the list is fetched once for many', async () => {
    const [good, bad] = [await listed(), await listed()];
    answers.set('/list.crl', await authority.revocationList([bad.serial]));
    const look = new CertificateStatusService({ directoryUrl: `${url}/dir` } as AcmeAccountsService);
    expect(await news(good, look)).toMatchObject({ revoked: false });
    expect(await news(bad, look)).toMatchObject({ revoked: true });
    expect(asked.filter((path) => path === '/list.crl')).toHaveLength(1);
  });

  it('is not believed from a list that somebody else signed', async () => {
    const bad = await listed();
    const stranger = await TestAuthority.create('Stranger');
    answers.set('/list.crl', await stranger.revocationList([bad.serial]));
    expect(await news(bad)).toMatchObject({ revoked: false });
    answers.set('/list.crl', Buffer.from('not a list'));
    expect(await news(bad)).toMatchObject({ revoked: false });
  });

  it('is when to replace it, asked for by the identifier of RFC 9773', async () => {
    const issued = await authority.issue();
    const [start, end] = [new Date(Date.now() - DAY_MS), new Date(Date.now() - DAY_MS / 2)];
    answers.set('/dir', JSON.stringify({ renewalInfo: `${url}/renewal` }));
    answers.set('/renewal/', JSON.stringify({ suggestedWindow: { start, end } }));
    expect((await news(issued)).window).toEqual({ start, end });
    const [authorityId, serial] = asked.at(-1)!.replace('/renewal/', '').split('.');
    expect(Buffer.from(serial!, 'base64url').toString('hex').toUpperCase()).toBe(issued.serial);
    expect(Buffer.from(authorityId!, 'base64url')).toHaveLength(20);
  });

  it('is nothing where its answer makes no sense', async () => {
    const issued = await authority.issue();
    answers.set('/dir', JSON.stringify({ renewalInfo: `${url}/renewal` }));
    answers.set('/renewal/', JSON.stringify({ suggestedWindow: { start: 'soon', end: 'later' } }));
    expect(await news(issued)).toEqual({ revoked: false, window: null });
  });
});
