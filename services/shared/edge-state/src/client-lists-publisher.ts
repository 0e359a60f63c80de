import type { Redis } from 'ioredis';
import { type ClientListHeader, signClientList } from './client-list-document.ts';
import { forgetDocuments, publishDocument, publishedVersions } from './document-publisher.ts';
import { EdgeStateError } from './errors.ts';
import { LIST_DOCUMENTS } from './redis-keys.ts';
import type { SigningKey } from './signed-text.ts';

/** The control plane's side: signs and publishes the lists that policies refer to. */
export class ClientListsPublisher {
  private readonly redis: Redis;
  private readonly signingKey: SigningKey;

  /** @param signingKey looked into each time: another one may take its place */
  constructor(redis: Redis, signingKey: SigningKey) {
    this.redis = redis;
    this.signingKey = signingKey;
  }

  /** The same version again is harmless. Errors: `client_list_stale`, and Redis's own. */
  async publish(header: ClientListHeader, set: Uint8Array): Promise<void> {
    const newer = await publishDocument(this.redis, LIST_DOCUMENTS, {
      id: header.id,
      version: BigInt(header.version),
      bytes: signClientList(header, set, this.signingKey),
      traceparent: '',
    });
    if (newer !== null)
      throw new EdgeStateError('client_list_stale', `version ${newer} of this list is already published`);
  }

  /** Removed ones of which edges have heard long ago. */
  forget(ids: readonly string[]): Promise<void> {
    return forgetDocuments(this.redis, LIST_DOCUMENTS, ids);
  }

  /** By id. */
  publishedVersions(): Promise<Map<string, bigint>> {
    return publishedVersions(this.redis, LIST_DOCUMENTS);
  }
}
