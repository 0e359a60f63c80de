import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LogStore } from '../log-store/log-store.port.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { toLogEntry } from '../request-logs/log-entry.rules.ts';
import type { LogEntry } from './fields/record-fields.ts';
import { recordOf } from './fields/record-lines.ts';
import type { ChunkRow } from './stream-cursor.repository.ts';
import type { StreamFilter, StreamRow } from './stream-row.types.ts';
import type { StreamRecord } from './targets/stream-target.types.ts';

/** Maximum chunks whose rows are read by one statement. */
const CHUNKS_AT_ONCE = 32;

/** The records of chunks, in a stream's format. */
@Injectable()
export class StreamRecordsService {
  constructor(
    private readonly database: DataSource,
    private readonly store: LogStore,
    private readonly directory: DomainDirectoryService,
  ) {}

  /** @throws DomainError `service_unavailable` while the names of sites are not known */
  async of(stream: StreamRow, chunks: readonly ChunkRow[]): Promise<StreamRecord[]> {
    const records: StreamRecord[] = [];
    const names = await this.namesFor(stream, chunks);
    for (let start = 0; start < chunks.length; start += CHUNKS_AT_ONCE)
      for (const row of await this.store.records.ofChunks(chunks.slice(start, start + CHUNKS_AT_ONCE))) {
        const entry = toLogEntry(row, names.get(row.site_no) ?? '');
        if (isWanted(entry, stream.filter) && isSampled(entry.request_id, stream.sample_percent))
          records.push(streamRecord(entry, stream));
      }
    return records;
  }

  /** A site's name is part of an object's name; a removed site has its id. */
  private async namesFor(stream: StreamRow, chunks: readonly ChunkRow[]): Promise<Map<number, string>> {
    if (stream.site_no !== null) return new Map([[stream.site_no, stream.site_name]]);
    const rows: { site_no: number; site_id: string }[] = await this.database.query(
      'SELECT site_no, site_id FROM sites WHERE site_no = ANY($1)',
      [[...new Set(chunks.map(({ site_no }) => site_no))]],
    );
    const summaries = await this.directory.summariesOf(rows.map(({ site_id }) => site_id));
    return new Map(rows.map(({ site_no, site_id }) => [site_no, summaries.get(site_id)?.name ?? site_id]));
  }
}

function streamRecord(entry: LogEntry, { format }: Pick<StreamRow, 'format'>): StreamRecord {
  return {
    requestId: entry.request_id,
    siteName: entry.domain_name,
    receivedAtMs: Date.parse(entry.timestamp),
    severity: entry.severity,
    action: entry.action,
    json: JSON.stringify(recordOf(entry, format)),
  };
}

function isWanted({ action, threat_type }: LogEntry, { actions, threats }: StreamFilter): boolean {
  if (actions.length > 0 && !actions.includes(action)) return false;
  return threats.length === 0 || (threat_type !== null && threats.includes(threat_type));
}

/** Deterministic sampling: the same records at every repeat, and in every stream. */
export function isSampled(requestId: string, percent: number): boolean {
  if (percent >= 100) return true;
  return createHash('sha256').update(requestId).digest().readUInt32BE() < (percent / 100) * 2 ** 32;
}

/** The sample record of a test. */
export function sampleRecord(stream: Pick<StreamRow, 'format' | 'site_name'>, nowMs: number): StreamRecord {
  const entry: LogEntry = {
    id: SAMPLE_ID,
    request_id: SAMPLE_ID,
    timestamp: new Date(nowMs).toISOString(),
    server_name: 'test',
    remote_addr: '192.0.2.1',
    geo_country: null,
    geo_city: null,
    asn: null,
    asn_name: null,
    domain_name: stream.site_name === '' ? 'test.example' : stream.site_name,
    host: 'test.example',
    request_method: 'GET',
    request_uri: '/palisade-stream-test',
    protocol: 'HTTP/2',
    scheme: 'https',
    user_agent: 'Palisade-Streams/1',
    ja4: null,
    tls_version: null,
    referer: null,
    status: 'allowed',
    action: 'allow',
    reason: 'stream_test',
    severity: 'SAFE',
    threat_type: null,
    modsec_rule_id: null,
    modsec_message: null,
    deciding_rule_id: null,
    inbound_score: 0,
    cache_status: null,
    http_status: 200,
    origin_status: null,
    origin: null,
    origin_reason: null,
    duration_ms: 1,
    request_bytes: 0,
    response_bytes: 0,
    matches: [],
  };
  return streamRecord(entry, stream);
}
const SAMPLE_ID = '00000000-0000-7000-8000-000000000000';
