import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * RFC 8058: a mail program may also send its `List-Unsubscribe=One-Click` as multipart/form-data. The content of such a
 * body does not matter (the token is in the URL), so it is read, within the body limit, and not parsed.
 */
export function acceptOneClickBodies(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: 16 * 1024 },
      (_request, _body, done) => done(null, {}),
    );
}
