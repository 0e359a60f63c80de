import { once } from 'node:events';
import { createServer } from 'node:http';

const PAGE = 1000;
/** What backups ask of S3, in memory: objects whole or in parts, pages of names, removal of many, its refusals. */
export async function startSmallS3(bucket) {
  const objects = new Map();
  const uploads = new Map();
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  async function answer(request, response) {
    const url = new URL(request.url ?? '', 'http://s3');
    const [, asked = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const body = await bodyOf(request);
    const said = (status, text = '') =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    const refused = (status, code) =>
      said(status, `<Error><Code>${code}</Code><Message>refused: ${code}</Message></Error>`);
    const query = url.searchParams;
    if (!request.headers.authorization?.includes('Credential=key/'))
      return void refused(403, 'InvalidAccessKeyId');
    if (asked !== bucket) return void refused(404, 'NoSuchBucket');
    const upload = query.get('uploadId') ?? '';
    const parts = uploads.get(upload);
    switch (
      `${request.method} ${[...query.keys()].filter((name) => ['uploads', 'uploadId', 'list-type', 'delete'].includes(name)).join()}`
    ) {
      case 'GET list-type':
        return void said(200, page(query));
      case 'POST delete':
        for (const [, name] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(name);
        return void said(200, '<DeleteResult/>');
      case 'POST uploads': {
        const id = String(uploads.size + 1);
        uploads.set(id, new Map());
        return void said(
          200,
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      case 'PUT uploadId':
        parts.set(Number(query.get('partNumber')), body);
        return void response.writeHead(200, { etag: `"${query.get('partNumber')}"` }).end();
      case 'POST uploadId':
        objects.set(
          key,
          Buffer.concat([...parts].sort(([one], [other]) => one - other).map(([, part]) => part)),
        );
        uploads.delete(upload);
        return void said(200, '<CompleteMultipartUploadResult/>');
      case 'DELETE uploadId':
        uploads.delete(upload);
        return void said(204);
      case 'PUT ':
        objects.set(key, body);
        return void said(200);
      default: {
        const content = objects.get(key);
        if (content === undefined) return void refused(404, 'NoSuchKey');
        response
          .writeHead(200, { 'content-length': content.length })
          .end(request.method === 'HEAD' ? undefined : content);
      }
    }
  }
  function page(query) {
    const after = query.get('continuation-token') ?? '';
    const names = [...objects.keys()]
      .sort()
      .filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after);
    const shown = names.slice(0, PAGE);
    const next = names.length > PAGE ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult>${next}${shown.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')}</ListBucketResult>`;
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    put: (key, content) => objects.set(key, content),
    unfinished: () => uploads.size,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}
