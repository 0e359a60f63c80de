import { type ClickhouseLayout, onCluster, storedTable } from './layout.ts';

/** Number of blocks that the server deduplicates, and for how long. */
const KNOWN_BLOCKS = 10_000;

interface Table {
  name: 'request_logs' | 'facet_hours';
  columns: string;
  /** Columns added since the first version, each with its position. */
  later: readonly string[];
  /** Indexes and projections, for tables that hold rows. */
  sooner: readonly string[];
  engine: 'MergeTree' | 'SummingMergeTree';
  partitionBy: string;
  orderBy: string;
  /** Rows that are read together; set when the table is created. */
  indexGranularity?: number;
}

const TABLES: readonly Table[] = [
  {
    name: 'request_logs',
    columns: `
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
    INDEX by_request_id request_id TYPE bloom_filter GRANULARITY 1,
    INDEX by_client_address client_address TYPE bloom_filter GRANULARITY 1`,
    later: [
      'ja4 LowCardinality(String) AFTER chunk_no',
      'tls_version LowCardinality(String) AFTER ja4',
      'origin LowCardinality(String) AFTER tls_version',
      'origin_reason LowCardinality(String) AFTER origin',
    ],
    // Without the index, a search for a rare or absent value reads it for every record.
    sooner: [
      'ADD INDEX IF NOT EXISTS by_method method TYPE set(64) GRANULARITY 4',
      'ADD INDEX IF NOT EXISTS by_country country TYPE set(300) GRANULARITY 4',
    ],
    engine: 'MergeTree',
    partitionBy: '(retention_days, toDate(received_at))',
    orderBy: '(site_no, received_at, request_id)',
    // A search reads all rows around each match, and one address of thousands is in every 8,192 rows.
    indexGranularity: 2_048,
  },
  {
    name: 'facet_hours',
    columns: `
    site_no UInt32 CODEC(ZSTD(1)),
    kind UInt8 CODEC(ZSTD(1)),
    hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
    value String CODEC(ZSTD(1)),
    requests UInt64 CODEC(ZSTD(1)),
    blocked UInt64 CODEC(ZSTD(1)),
    response_bytes UInt64 CODEC(ZSTD(1))`,
    later: [],
    // Sums of whole days, which the server maintains, also where rows are deleted. They are ordered by kind: most
    // kinds have few values, beside those of paths and addresses. Parts without any are read by hours.
    sooner: [
      `MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild'`,
      `ADD PROJECTION IF NOT EXISTS by_kind_and_day (SELECT kind, site_no, toStartOfDay(hour) AS day, value,
        sum(requests), sum(blocked), sum(response_bytes) GROUP BY kind, site_no, day, value)`,
      'DROP PROJECTION IF EXISTS by_day',
    ],
    engine: 'SummingMergeTree',
    partitionBy: 'toDate(hour)',
    orderBy: '(site_no, kind, hour, value)',
  },
];

/**
 * The statements that create the tables; each can be repeated, and is at every start. One partition is a day of a
 * retention class: it is dropped as a whole once the plans it belongs to have expired it. Columns with few distinct
 * values use a dictionary; where strangers invent values, the server falls back to plain text by itself.
 *
 * On a cluster each table is a replicated one on every server, behind a distributed one with the usual name. A site is
 * on one shard: a query about it asks one server, and its sums are computed where its rows are.
 */
export function schemaOf(layout: ClickhouseLayout): string[] {
  const isShared = layout.cluster !== '';
  const everywhere = onCluster(layout);
  const settings = [
    `${isShared ? '' : 'non_'}replicated_deduplication_window = ${KNOWN_BLOCKS}`,
    ...(layout.storagePolicy === '' ? [] : [`storage_policy = '${layout.storagePolicy}'`]),
  ].join(', ');
  return TABLES.flatMap(
    ({ name, columns, later, sooner, engine, partitionBy, orderBy, indexGranularity }) => {
      const stored = storedTable(name, layout);
      const added = (table: string) =>
        later.map((column) => `ALTER TABLE ${table}${everywhere} ADD COLUMN IF NOT EXISTS ${column}`);
      const own = `CREATE TABLE IF NOT EXISTS ${stored}${everywhere} (${columns}
  ) ENGINE = ${isShared ? 'Replicated' : ''}${engine} PARTITION BY ${partitionBy} ORDER BY ${orderBy}
  SETTINGS ${indexGranularity === undefined ? '' : `index_granularity = ${indexGranularity}, `}${settings}`;
      const alone = [
        own,
        ...added(stored),
        ...sooner.map((change) => `ALTER TABLE ${stored}${everywhere} ${change}`),
      ];
      if (!isShared) return alone;
      const distributed = `CREATE TABLE IF NOT EXISTS ${name}${everywhere} AS ${stored}
  ENGINE = Distributed(${layout.cluster}, currentDatabase(), ${stored}, site_no)`;
      return [...alone, distributed, ...added(name)];
    },
  );
}

/** Adds the days of counts to parts that were stored before there were any. */
export const materializedDays = (layout: ClickhouseLayout): string =>
  `ALTER TABLE ${storedTable('facet_hours', layout)}${onCluster(layout)} MATERIALIZE PROJECTION by_kind_and_day`;
