import { setTimeout as sleep } from 'node:timers/promises';
import { fromBinary } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import { edgeV1 } from '@palisade/contracts';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';
import { RecordingsService } from '../recordings/recordings.service.ts';
import { JudgingThreadService, MAX_BATCHES } from './judging-thread.service.ts';
import { notReplayed } from './not-replayed.rules.ts';
import type { PolicyReplayInput } from './policy-replay.schema.ts';
import { groupsOf } from './replay-groups.rules.ts';
import { ReplayPlaces } from './replay-places.ts';

/** Maximum requests and time of one response: the first one arrives soon, and a client stops by not asking for more. */
const REQUESTS_AT_FIRST = 2_000;
const REQUESTS_AT_ONCE = 4_000;
const JUDGE_MS = 1_500;
const RETRY_SECONDS = 2;
/** Who has stopped a replay and starts another one waits so long for the end of the first. */
const STOPPED_WITHIN_MS = 3_000;
/** A caller that has to wait longer comes again, and is told so in time for everything between it and us. */
const PLACES = { places: MAX_BATCHES, waiting: 100, waitMs: 8_000, rememberMs: 5_000 };
/** The latest possible date. */
const LAST_MS = 8.64e15;

const placeSchema = z.object({
  receivedAtMs: z.int().min(0).max(LAST_MS),
  /** As they stand in the database, which takes no zero byte. */
  requestId: z
    .string()
    .max(64)
    .regex(/^[\x20-\x7e]*$/),
  /**
   * Counted for the first response: counting millions of requests takes longer than judging a batch of them. Older
   * positions lack it.
   */
  recorded: z.int().min(0).optional(),
});
type ReplayPlace = z.infer<typeof placeSchema>;

/** Judges recorded requests under an unsaved change, a batch at a time, newest first. */
@Injectable()
export class PolicyReplayService {
  /** Owners with a replay in progress, and when that ends. */
  private readonly running = new Map<UserId, Promise<void>>();
  private readonly places = new ReplayPlaces(PLACES);

  constructor(
    @Inject(DOMAINS_CLIENT) private readonly domains: DomainsClient,
    private readonly recordings: RecordingsService,
    private readonly thread: JudgingThreadService,
  ) {}

  /**
   * @param left aborted when the caller has gone
   * @throws DomainError `domain_not_found`, `validation_failed`, `version_not_found`, `replay_running`, `replays_busy`, `replay_rule_set`,
   * `replay_too_expensive`
   */
  async next(userId: UserId, input: PolicyReplayInput, left?: AbortSignal) {
    const earlier = this.running.get(userId);
    if (earlier !== undefined)
      await Promise.race([earlier, sleep(STOPPED_WITHIN_MS, undefined, { ref: false })]);
    if (this.running.has(userId)) {
      const detail = 'Another replay of your account is being evaluated. Please try again when it has ended.';
      throw new DomainError('too_many', 'replay_running', detail, { retryAfter: RETRY_SECONDS });
    }
    const end = Promise.withResolvers<void>();
    this.running.set(userId, end.promise);
    try {
      const place = await this.places.take(userId, left);
      if (place === 'taken') return await this.judgeFor(userId, input, left);
      if (place === 'busy') return notJudgedYet(input);
      const detail = 'Many replays are being evaluated. Please try again in a moment.';
      throw new DomainError('unavailable', 'replays_busy', detail, { retryAfter: RETRY_SECONDS });
    } finally {
      this.running.delete(userId);
      end.resolve();
    }
  }

  /** Gives the place back. */
  private async judgeFor(userId: UserId, input: PolicyReplayInput, left?: AbortSignal) {
    try {
      return await this.judge(userId, input, left);
    } finally {
      this.places.release();
    }
  }

  private async judge(
    userId: UserId,
    { domain, change, version, after }: PolicyReplayInput,
    left?: AbortSignal,
  ) {
    const domainId = await this.recordings.domainIdOf(userId, domain);
    const { current, proposed } = await this.domains.getReplaySites({
      userId,
      domainId,
      change:
        change === undefined
          ? { case: 'version', value: version! }
          : { case: 'update', value: new TextEncoder().encode(change) },
    });
    const [before, proposal] = [current, proposed].map((document) => siteOf(document));
    // A thread that starts on a busy machine takes longer than a caller waits.
    if (!(await this.thread.isFree(left))) return notJudgedYet({ after });
    const site = await this.recordings.siteOf(userId, domain);
    const place = after === undefined ? null : decodePlace(after);
    const [page, recorded] =
      site === null
        ? [{ requests: [], next: null }, 0]
        : await Promise.all([
            this.recordings.page(site, place, place === null ? REQUESTS_AT_FIRST : REQUESTS_AT_ONCE),
            place?.recorded ?? this.recordings.count(site.siteNo),
          ]);
    const requests = page.requests.map(({ plain }) => plain);
    const result = await this.thread.judge(userId, { current, proposed, requests, limitMs: JUDGE_MS });
    const last = page.requests[result.judged - 1];
    const isOver = result.judged === requests.length && page.next === null;
    const ofDirection = (direction: string) =>
      result.differences.filter((difference) => difference.direction === direction).length;
    return {
      judged: result.judged,
      stands_for: result.standsFor,
      recorded,
      newly_refused: ofDirection('refused'),
      newly_passed: ofDirection('passed'),
      groups: groupsOf(result.differences),
      unknown: Object.entries(result.unknown).map(([cause, count]) => ({ cause, requests: count })),
      not_replayed: notReplayed(before!, proposal!),
      next: isOver || last === undefined ? null : encodePlace({ ...last.place, recorded }),
    };
  }
}

/** @throws DomainError `replay_rule_set` where the site uses rules that are installed at the edge only */
function siteOf(document: Uint8Array): edgeV1.SiteConfig {
  const site = fromBinary(edgeV1.SiteConfigSchema, document);
  if (site.policy!.ruleRelease !== undefined) {
    const detail = 'Policy replay is only available for sites that use the managed rules.';
    throw new DomainError('unprocessable', 'replay_rule_set', detail);
  }
  return site;
}

/** The caller comes again with `next`, which is the same place. */
function notJudgedYet({ after }: Pick<PolicyReplayInput, 'after'>) {
  const place = after === undefined ? NEWEST : decodePlace(after);
  return {
    judged: 0,
    stands_for: 0,
    recorded: place.recorded ?? 0,
    newly_refused: 0,
    newly_passed: 0,
    groups: [],
    unknown: [],
    not_replayed: [],
    next: encodePlace(place),
  };
}

/** Before the newest request. */
const NEWEST: ReplayPlace = { receivedAtMs: LAST_MS, requestId: '~' };

const encodePlace = (place: ReplayPlace): string => Buffer.from(JSON.stringify(place)).toString('base64url');

function decodePlace(text: string): ReplayPlace {
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch (error) {
    throw new DomainError('invalid', 'after_invalid', '`after` is not a valid cursor', { cause: error });
  }
}
