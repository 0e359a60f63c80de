import { fromBinary } from '@bufbuild/protobuf';
import { Injectable, Logger } from '@nestjs/common';
import { recordedRequestV1 } from '@palisade/contracts';
import type { UserId } from '@palisade/nest-kit';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { openRecording, recordingContext } from '../recording-store/recording-cipher.rules.ts';
import { RecordingKeysService } from '../recording-store/recording-keys.service.ts';
import { type RecordingPlace, RecordingsRepository } from '../recording-store/recordings.repository.ts';

/**
 * Maximum bytes decrypted at once: a page of two thousand requests with long bodies is a hundred times as large as
 * usual.
 */
const PAGE_BYTES = 8 * 1024 * 1024;

/** Recorded requests of an owner's site. */
@Injectable()
export class RecordingsService {
  private readonly logger = new Logger(RecordingsService.name);

  constructor(
    private readonly directory: DomainDirectoryService,
    private readonly sites: OwnedSitesService,
    private readonly keys: RecordingKeysService,
    private readonly recordings: RecordingsRepository,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async summary(userId: UserId, domain: string) {
    const site = await this.siteOf(userId, domain);
    if (site === null)
      return { requests: 0, refused: 0, bytes: 0, oldest: null, newest: null, example: null };
    const { oldest, newest, ...counts } = await this.recordings.summary(site.siteNo);
    const [latest] = (await this.page(site, null, 1)).requests;
    return {
      ...counts,
      oldest: oldest?.toISOString() ?? null,
      newest: newest?.toISOString() ?? null,
      example: latest === undefined || latest.plain === null ? null : this.exampleOf(site, latest.plain),
    };
  }

  /** Null: it is damaged. The other recordings can still be viewed and deleted. */
  private exampleOf({ siteId }: { siteId: string }, plain: Uint8Array) {
    try {
      return asText(plain);
    } catch (error) {
      this.logger.error({ err: error, site: siteId }, 'recorded request: it is no record');
      return null;
    }
  }

  /** @throws DomainError `domain_not_found` */
  async deleteAll(userId: UserId, domain: string): Promise<{ deleted: number }> {
    const site = await this.siteOf(userId, domain);
    return { deleted: site === null ? 0 : await this.recordings.deleteSite(site.siteNo) };
  }

  /** Null: the site has never had a recording. @throws DomainError `domain_not_found` */
  async siteOf(userId: UserId, domain: string): Promise<{ siteNo: number; siteId: string } | null> {
    const sites = await this.sites.sitesOf(userId, domain);
    const [siteNo] = sites.numbers;
    return siteNo === undefined ? null : { siteNo, siteId: sites.idOf(siteNo) };
  }

  /** @throws DomainError `domain_not_found` */
  async domainIdOf(userId: UserId, domain: string): Promise<string> {
    const [owned] = await this.directory.select(userId, domain);
    return owned!.id;
  }

  count(siteNo: number): Promise<number> {
    return this.recordings.count(siteNo);
  }

  /**
   * Newest first, serialised, null where it does not open; `next` is null at the end.
   *
   * @throws DomainError `service_unavailable`
   */
  async page(
    { siteNo, siteId }: { siteNo: number; siteId: string },
    before: RecordingPlace | null,
    limit: number,
  ): Promise<{
    requests: { place: RecordingPlace; plain: Uint8Array | null }[];
    next: RecordingPlace | null;
  }> {
    // While nobody can say the key, that nothing is recorded would be wrong.
    const key = await this.keys.keyOf(siteId);
    if (key === null) return { requests: [], next: null };
    const { rows, isLast } = await this.recordings.page(siteNo, before, { rows: limit, bytes: PAGE_BYTES });
    const requests = rows.map(({ sealed, ...place }) => {
      try {
        const context = recordingContext(siteId, place.requestId);
        return { place, plain: new Uint8Array(openRecording(key, sealed, context)) };
      } catch (error) {
        this.logger.error({ err: error, site: siteId, ...place }, 'recorded request: decryption failed');
        return { place, plain: null };
      }
    });
    return { requests, next: isLast ? null : (rows.at(-1) ?? null) };
  }
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** A recorded request in the form of HTTP/1. */
function asText(plain: Uint8Array) {
  const recorded = fromBinary(recordedRequestV1.RecordedRequestSchema, plain);
  return {
    request_id: recorded.requestId,
    text: [...headOf(recorded), '', latin1(recorded.body)].join('\n'),
    masked_values: recorded.masked,
  };
}

function headOf({ head, method, target, protocol, fields }: recordedRequestV1.RecordedRequest): string[] {
  if (head.length > 0) return latin1(head).split('\r\n').slice(0, -1);
  const texts = fields.map(latin1);
  const lines = texts.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${texts[index + 1] ?? ''}`] : [],
  );
  return [`${latin1(method)} ${latin1(target)} ${protocol}`, ...lines];
}
