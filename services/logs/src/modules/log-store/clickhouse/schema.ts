/** Blocks that the server knows again, should they come a second time, and for how long. */
const KNOWN_BLOCKS = 10_000;

const SETTINGS = `SETTINGS non_replicated_deduplication_window = ${KNOWN_BLOCKS}`;

/**
 * Each may be repeated, and is at every start. One partition is a day of a retention class: it is dropped as a whole once
 * the plans that it belongs to have run out. Texts that few records have different values of are stored as numbers into a dictionary; where strangers invent
 * them, the server falls back to plain text by itself.
 */
export const SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS request_logs (
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    site_no UInt32 CODEC(ZSTD(1)),
    retention_days UInt16 CODEC(ZSTD(1)),
    threat UInt8 CODEC(ZSTD(1)),
    action UInt16 CODEC(ZSTD(1)),
    blocked Bool CODEC(ZSTD(1)),
    status UInt32 CODEC(ZSTD(1)),
    origin_status UInt32 CODEC(ZSTD(1)),
    rule_id UInt64 CODEC(ZSTD(1)),
    duration_us UInt64 CODEC(ZSTD(1)),
    origin_duration_us UInt64 CODEC(ZSTD(1)),
    request_bytes UInt64 CODEC(ZSTD(1)),
    response_bytes UInt64 CODEC(ZSTD(1)),
    inbound_score UInt32 CODEC(ZSTD(1)),
    outbound_score UInt32 CODEC(ZSTD(1)),
    config_version UInt64 CODEC(ZSTD(1)),
    client_port UInt32 CODEC(ZSTD(1)),
    asn UInt64 CODEC(ZSTD(1)),
    request_id String CODEC(ZSTD(1)),
    client_address String CODEC(ZSTD(1)),
    country LowCardinality(String),
    city LowCardinality(String),
    asn_name LowCardinality(String),
    protocol LowCardinality(String),
    scheme LowCardinality(String),
    host LowCardinality(String),
    method LowCardinality(String),
    target String CODEC(ZSTD(1)),
    user_agent String CODEC(ZSTD(1)),
    referer String CODEC(ZSTD(1)),
    cache_status LowCardinality(String),
    reason LowCardinality(String),
    rule_message LowCardinality(String),
    server_name LowCardinality(String),
    matches String CODEC(ZSTD(1)),
    chunk_no UInt64 CODEC(ZSTD(1)),
    fired_rules Array(UInt64) MATERIALIZED arrayMap(m -> JSONExtractUInt(m, 'rule_id'), JSONExtractArrayRaw(matches)) CODEC(ZSTD(1)),
    INDEX by_request_id request_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_client_address client_address TYPE bloom_filter GRANULARITY 4
  ) ENGINE = MergeTree PARTITION BY (retention_days, toDate(received_at)) ORDER BY (site_no, received_at, request_id)
  ${SETTINGS}`,
  `ALTER TABLE request_logs ADD COLUMN IF NOT EXISTS ja4 LowCardinality(String) AFTER chunk_no`,
  `CREATE TABLE IF NOT EXISTS facet_hours (
    site_no UInt32 CODEC(ZSTD(1)),
    kind UInt8 CODEC(ZSTD(1)),
    hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
    value String CODEC(ZSTD(1)),
    requests UInt64 CODEC(ZSTD(1)),
    blocked UInt64 CODEC(ZSTD(1)),
    response_bytes UInt64 CODEC(ZSTD(1))
  ) ENGINE = SummingMergeTree PARTITION BY toDate(hour) ORDER BY (site_no, kind, hour, value)
  ${SETTINGS}`,
];
