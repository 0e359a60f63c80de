import { Inject, Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { DomainError, newWebhookSecret, type UserCaller, type UserId } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import {
  type OperatorStreamCreate,
  parseTarget,
  type StreamCreate,
  type StreamTestView,
  type StreamUpdate,
  type StreamView,
} from './log-stream.schema.ts';
import { type ListedStream, LogStreamsRepository, type StreamChange } from './log-streams.repository.ts';
import {
  ofOperator,
  ofOwner,
  type StreamAct,
  StreamAnnouncerService,
  type StreamKeeper,
} from './stream-announcer.service.ts';
import { StreamDeliveryService } from './stream-delivery.service.ts';
import {
  MAX_STREAMS,
  type StreamLimit,
  StreamLimitsService,
  streamLimitReached,
} from './stream-limits.service.ts';
import { StreamSecretsService } from './stream-secrets.service.ts';
import { BATCHES } from './targets/senders.ts';
import { type StreamKind, TARGET_HINTS } from './targets/stream-targets.schema.ts';
import { TestAllowance } from './test-allowance.ts';

/** How long requests are also signed with a replaced secret, so that receivers can be updated. */
const OVERLAP_MS = 24 * 3_600_000;

const OPERATORS_LIMIT: StreamLimit = { planName: '', streams: MAX_STREAMS };

interface StreamSite {
  id: string;
  siteNo: number;
  name: string;
}

const streamNotFound = () => new DomainError('not_found', 'log_stream_not_found', 'Log stream not found');

/** Streams as their owners see and change them. An owner id of null means the operator's. */
@Injectable()
export class LogStreamsService {
  private readonly tests = new TestAllowance();

  constructor(
    private readonly streams: LogStreamsRepository,
    private readonly secrets: StreamSecretsService,
    private readonly delivery: StreamDeliveryService,
    private readonly directory: DomainDirectoryService,
    private readonly sites: SitesRepository,
    private readonly limits: StreamLimitsService,
    private readonly announcer: StreamAnnouncerService,
    @Inject(LOGS_CONFIG) private readonly config: Pick<LogsConfig, 'PALISADE_LOGS_STREAMS_OBJECT_SECONDS'>,
  ) {}

  async list(ownerId: UserId | null): Promise<{ streams: StreamView[]; max_streams: number }> {
    const [streams, limit] = await Promise.all([
      this.streams.list(ownerId, MAX_STREAMS),
      ownerId === null ? OPERATORS_LIMIT : this.limits.of(ownerId),
    ]);
    return { streams: streams.map(toView), max_streams: limit.streams };
  }

  async createForOwner(caller: UserCaller, { domain, ...input }: StreamCreate) {
    const ownerId = caller.userId;
    const [owned] = await this.directory.select(ownerId, domain);
    const { id, name } = owned!;
    const limit = await this.limits.of(ownerId);
    await this.sites.ensure([id]);
    return this.create(ofOwner(caller), input, { id, name, siteNo: this.sites.numberOf(id) }, limit);
  }

  createForOperator(caller: UserCaller, input: OperatorStreamCreate) {
    return this.create(ofOperator(caller), input, null, OPERATORS_LIMIT);
  }

  async update(keeper: StreamKeeper, id: string, { target, ...input }: StreamUpdate): Promise<StreamView> {
    const { ownerId } = keeper;
    const stream = await this.owned(ownerId, id);
    const { kind, is_active } = stream;
    if (ownerId !== null && input.is_active === true && !is_active) await this.refuseBeyondPlan(ownerId, id);
    const checked = target === undefined ? null : checkedTarget(kind, target);
    const change = {
      ...input,
      ...(checked && { hint: checked.hint, target_sealed: this.secrets.sealTarget(id, checked.target) }),
    } as StreamChange;
    return this.changed(keeper, stream, change, checked === null ? 'updated' : 'redirected');
  }

  async remove(keeper: StreamKeeper, id: string): Promise<void> {
    const stream = await this.owned(keeper.ownerId, id);
    const tell = () => this.announcer.announce(keeper, 'deleted', stream);
    if (!(await this.streams.remove(keeper.ownerId, id, tell))) throw streamNotFound();
  }

  /** Sends a sample record now. @throws DomainError `too_many_tests` */
  async test(ownerId: UserId | null, id: string): Promise<StreamTestView> {
    const stream = await this.owned(ownerId, id);
    if (!this.tests.take(ownerId ?? '', Date.now()))
      throw new DomainError('too_many', 'too_many_tests', 'Please wait a minute before the next test', {
        retryAfter: 60,
      });
    const started = performance.now();
    try {
      await this.delivery.test(stream);
      return {
        accepted: true,
        error: null,
        status: null,
        answer: '',
        duration_ms: performance.now() - started,
      };
    } catch (error) {
      const { code, details } = this.delivery.failureOf(error, stream);
      return {
        accepted: false,
        error: code,
        status: details.status ?? null,
        answer: details.answer ?? '',
        duration_ms: performance.now() - started,
      };
    }
  }

  /** Both secrets sign for a day; if a second rotation comes within it, the older one is dropped at once. */
  async rotateSecret(keeper: StreamKeeper, id: string): Promise<{ stream: StreamView; secret: string }> {
    const stream = await this.owned(keeper.ownerId, id);
    const nowMs = Date.now();
    const [current] = this.secrets.secretsOf(stream.stream_id, stream, nowMs);
    if (current === undefined)
      throw new DomainError(
        'conflict',
        'log_stream_has_no_secret',
        'Only HTTP streams are signed with a secret',
      );
    const secret = newWebhookSecret();
    const change = {
      secret_sealed: this.secrets.sealSecret(id, secret, 'secret_sealed'),
      previous_secret_sealed: this.secrets.sealSecret(id, current, 'previous_secret_sealed'),
      previous_secret_until: new Date(nowMs + OVERLAP_MS),
    };
    return { stream: await this.changed(keeper, stream, change, 'secret_renewed'), secret };
  }

  private async create(
    keeper: StreamKeeper,
    { name, kind, target, format, filter, sample_percent }: OperatorStreamCreate,
    site: StreamSite | null,
    limit: StreamLimit,
  ): Promise<{ stream: StreamView; secret: string | null }> {
    const { ownerId } = keeper;
    const id = uuidV7();
    const checked = checkedTarget(kind, target);
    const secret = kind === 'http' ? newWebhookSecret() : null;
    const stream = {
      stream_id: id,
      owner_id: ownerId,
      site_id: site?.id ?? null,
      site_no: site?.siteNo ?? null,
      site_name: site?.name ?? '',
      name,
      kind,
      hint: checked.hint,
      target_sealed: this.secrets.sealTarget(id, checked.target),
      secret_sealed: secret === null ? null : this.secrets.sealSecret(id, secret, 'secret_sealed'),
      format,
      filter,
      sample_percent,
      gather_seconds: BATCHES[kind].gathers ? this.config.PALISADE_LOGS_STREAMS_OBJECT_SECONDS : 0,
    };
    const tell = () => this.announcer.announce(keeper, 'created', stream);
    const isAdded = await this.streams.add(stream, limit.streams, tell);
    if (!isAdded) throw streamLimitReached(limit);
    return { stream: toView(await this.owned(ownerId, id)), secret };
  }

  /** A paused stream cannot be resumed beyond the plan's current maximum. */
  private async refuseBeyondPlan(ownerId: UserId, id: string): Promise<void> {
    const limit = await this.limits.of(ownerId);
    if ((await this.streams.activeBeside(ownerId, id)) >= limit.streams) throw streamLimitReached(limit);
  }

  private async changed(
    keeper: StreamKeeper,
    stream: ListedStream,
    change: StreamChange,
    act: StreamAct,
  ): Promise<StreamView> {
    const { ownerId } = keeper;
    const id = stream.stream_id;
    const { name = stream.name, hint = stream.hint } = change;
    const tell = () => this.announcer.announce(keeper, act, { ...stream, name, hint });
    if (!(await this.streams.change(ownerId, id, change, tell))) throw streamNotFound();
    return toView(await this.owned(ownerId, id));
  }

  /** @throws DomainError `log_stream_not_found`, also for somebody else's */
  private async owned(ownerId: UserId | null, id: string): Promise<ListedStream> {
    const stream = await this.streams.find(ownerId, id);
    if (!stream) throw streamNotFound();
    return stream;
  }
}

/** @throws DomainError `log_stream_target_invalid` with each problem at its field */
function checkedTarget(kind: StreamKind, input: Record<string, string>): { target: object; hint: string } {
  const parsed = parseTarget(kind, input);
  if (!parsed.success)
    throw new DomainError('unprocessable', 'log_stream_target_invalid', 'Please check the target', {
      fields: parsed.error.issues.map(({ path, message }) => ({
        path: ['target', ...path].join('.'),
        message,
      })),
    });
  return { target: parsed.data, hint: TARGET_HINTS[kind](parsed.data as never) };
}

function stateOf({ is_active, failures, last_delivered_at }: ListedStream): StreamView['state'] {
  if (!is_active) return 'paused';
  if (failures > 0) return 'failing';
  return last_delivered_at === null ? 'waiting' : 'delivering';
}

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

const toView = (row: ListedStream): StreamView => ({
  id: row.stream_id,
  name: row.name,
  domain: row.site_id === null ? null : { id: row.site_id, name: row.site_name },
  kind: row.kind,
  hint: row.hint,
  format: row.format,
  filter: row.filter,
  sample_percent: row.sample_percent,
  is_active: row.is_active,
  paused_by_plan: row.paused_by_plan,
  state: stateOf(row),
  waiting_records: Number(row.waiting),
  lag_seconds: row.lag_seconds,
  delivered_records: Number(row.delivered_records),
  delivered_bytes: Number(row.delivered_bytes),
  lost_records: Number(row.lost_records),
  failures: row.failures,
  last_error: row.last_error,
  last_status: row.last_status,
  last_answer: row.last_answer,
  last_failed_at: moment(row.last_failed_at),
  last_delivered_at: moment(row.last_delivered_at),
  previous_secret_until:
    (row.previous_secret_until?.getTime() ?? 0) > Date.now() ? moment(row.previous_secret_until) : null,
  created_at: row.created_at.toISOString(),
});
