// The dashboards, as code: `node deploy/monitoring/dashboards.mjs` writes them as Grafana reads them, into dashboards/.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'dashboards');
const WIDTH = 12;
const HEIGHT = 8;

/** `lines`: legend → PromQL. */
const chart = (title, unit, lines) => ({ title, unit, lines });
const rate = (metric, by) => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;
const quantile = (q, metric, by) =>
  `histogram_quantile(${q}, sum by (le, ${by}) (rate(${metric}_bucket[$__rate_interval])))`;
const http = 'http_server_request_duration_seconds';
const edge = 'palisade_edge_request_duration_seconds';

export const DASHBOARDS = {
  installation: {
    title: 'Palisade: installation',
    charts: [
      chart('Up', 'short', { '{{job}} {{instance}}': 'up' }),
      chart('Requests at the edge', 'reqps', { '{{status_class}}': rate(`${edge}_count`, 'status_class') }),
      chart('Requests of the API', 'reqps', { '{{job}}': rate(`${http}_count`, 'job') }),
      chart('API, 95th percentile', 's', { '{{job}}': quantile(0.95, http, 'job') }),
      chart('Events waiting', 'short', { '{{group}}': 'sum by (group) (palisade_bus_lag_events)' }),
      chart('Alerts', 'short', { '{{alertname}}': 'sum by (alertname) (ALERTS{alertstate="firing"})' }),
      chart('CPU', 'percentunit', {
        '{{job}}': rate('process_cpu_seconds_total', 'job'),
        'edge workers': rate('palisade_edge_worker_cpu_seconds_total', 'node'),
      }),
      chart('Memory', 'bytes', {
        '{{job}}': 'sum by (job) (process_resident_memory_bytes)',
        'edge workers': 'sum by (node) (palisade_edge_worker_memory_bytes)',
      }),
    ],
  },
  edge: {
    title: 'Palisade: edge',
    charts: [
      chart('Requests', 'reqps', { '{{node}}': rate('palisade_edge_requests_total', 'node') }),
      chart('Answers by class of status', 'reqps', {
        '{{status_class}}': rate(`${edge}_count`, 'status_class'),
      }),
      chart('Duration', 's', {
        median: quantile(0.5, edge, 'job'),
        '95th percentile': quantile(0.95, edge, 'job'),
        '99th percentile': quantile(0.99, edge, 'job'),
      }),
      chart('Duration at origins', 's', {
        median: quantile(0.5, 'palisade_edge_origin_duration_seconds', 'job'),
        '95th percentile': quantile(0.95, 'palisade_edge_origin_duration_seconds', 'job'),
      }),
      chart('Refused', 'reqps', {
        'by policy or rules': rate('palisade_edge_blocked_total', 'job'),
        'before routing': rate('palisade_edge_rejected_total', 'job'),
      }),
      chart('Origins', 'short', {
        'errors a second': rate('palisade_edge_origin_errors_total', 'job'),
        unhealthy: 'sum(palisade_edge_origins_unhealthy)',
      }),
      chart('Open connections', 'short', { '{{node}}': 'palisade_edge_open_connections' }),
      chart('Pools, share in use', 'percentunit', {
        '{{pool}}': 'max by (pool) (palisade_edge_pool_used / palisade_edge_pool_bound)',
      }),
      chart('Workers', 'short', {
        '{{node}} listening': 'palisade_edge_workers_listening',
        '{{node}} ended unasked': 'increase(palisade_edge_worker_restarts_total[$__rate_interval])',
        '{{node}} stalled': 'palisade_edge_workers_stalled',
      }),
      chart('CPU a request', 's', {
        '{{node}}':
          'rate(palisade_edge_worker_cpu_seconds_total[$__rate_interval]) / rate(palisade_edge_requests_total[$__rate_interval])',
      }),
      chart('Configs', 'short', {
        '{{node}} sites': 'palisade_edge_sites',
        '{{node}} behind': 'palisade_edge_sites_behind',
        '{{node}} compared with Redis (s ago)': 'palisade_edge_config_compared_age_seconds',
      }),
      chart('Memory of workers', 'bytes', { '{{node}}': 'palisade_edge_worker_memory_bytes' }),
    ],
  },
  logs: {
    title: 'Palisade: way of the logs',
    charts: [
      chart('Records written at edges', 'short', {
        '{{node}}': rate('palisade_edge_log_records_total', 'node'),
      }),
      chart('Given to the bus', 'short', {
        '{{node}}': rate('palisade_edge_spool_published_records_total', 'node'),
      }),
      chart('Stored', 'short', { stored: rate('palisade_logs_records_total', 'job') }),
      chart('Waiting on edges', 'bytes', {
        '{{node}}': 'palisade_edge_spool_bytes',
        '{{node}} bound': 'palisade_edge_spool_max_bytes',
      }),
      chart('Waiting on the bus', 'short', {
        '{{topic}}': 'sum by (topic) (palisade_bus_lag_events{group="logs"})',
      }),
      chart('Waiting for ClickHouse', 'short', { blocks: 'max(palisade_logs_store_blocks)' }),
      chart('Lost', 'short', {
        'before the spool': 'sum(increase(palisade_edge_log_records_lost_total[$__rate_interval]))',
        'full spool': 'sum(increase(palisade_edge_spool_dropped_records_total[$__rate_interval]))',
        'gaps seen by the store': 'sum(increase(palisade_logs_batch_gaps_total[$__rate_interval]))',
      }),
    ],
  },
  services: {
    title: 'Palisade: services',
    charts: [
      chart('Requests by route', 'reqps', {
        '{{job}} {{http_route}}': rate(`${http}_count`, 'job, http_route'),
      }),
      chart('Errors by route', 'reqps', {
        '{{job}} {{http_route}} {{http_response_status_code}}': rate(
          `${http}_count{http_response_status_code=~"5.."}`,
          'job, http_route, http_response_status_code',
        ),
      }),
      chart('Duration by route, 95th percentile', 's', {
        '{{job}} {{http_route}}': quantile(0.95, http, 'job, http_route'),
      }),
      chart('Calls between services, 95th percentile', 's', {
        '{{rpc_method}}': quantile(0.95, 'rpc_server_call_duration_seconds', 'rpc_method'),
      }),
      chart('Calls that failed', 'reqps', {
        '{{rpc_method}} {{rpc_response_status_code}}': rate(
          'rpc_server_call_duration_seconds_count{rpc_response_status_code!="0"}',
          'rpc_method, rpc_response_status_code',
        ),
      }),
      chart('Events handled', 'short', {
        '{{job}} {{messaging_destination_name}} {{error_type}}': rate(
          'messaging_process_duration_seconds_count',
          'job, messaging_destination_name, error_type',
        ),
      }),
      chart('Statements', 'short', {
        '{{job}} {{db_operation_name}} {{db_collection_name}}': rate(
          'db_client_operation_duration_seconds_count',
          'job, db_operation_name, db_collection_name',
        ),
      }),
      chart('Statements by table, 95th percentile', 's', {
        '{{job}} {{db_operation_name}} {{db_collection_name}}': quantile(
          0.95,
          'db_client_operation_duration_seconds',
          'job, db_operation_name, db_collection_name',
        ),
      }),
      chart('Jobs of queues', 'short', {
        '{{queue}} {{task}} {{error_type}}': rate(
          'palisade_job_duration_seconds_count',
          'queue, task, error_type',
        ),
      }),
      chart('Jobs of queues, 95th percentile', 's', {
        '{{queue}} {{task}}': quantile(0.95, 'palisade_job_duration_seconds', 'queue, task'),
      }),
      chart('Connections to databases', 'short', {
        '{{job}} {{db_client_connection_state}}': 'db_client_connection_count',
        '{{job}} waiting': 'db_client_connection_pending_requests',
      }),
      chart('Event loop, 99th percentile', 's', { '{{job}}': 'nodejs_eventloop_lag_p99_seconds' }),
      chart('Refused for want of access', 'reqps', {
        '{{job}}': rate('palisade_access_refused_total', 'job'),
      }),
      chart('Dead letters', 'short', {
        '{{group}} {{topic}}': 'sum by (group, topic) (palisade_bus_dead_letters)',
      }),
    ],
  },
};

/** As Grafana reads it. */
export function grafana(uid, { title, charts }) {
  const datasource = { type: 'prometheus', uid: '$datasource' };
  return {
    ...{
      uid: `palisade-${uid}`,
      title,
      tags: ['palisade'],
      schemaVersion: 39,
      editable: true,
      refresh: '30s',
    },
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels: charts.map(({ title: name, unit, lines }, index) => ({
      ...{ id: index + 1, type: 'timeseries', title: name, datasource },
      gridPos: { x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: Object.entries(lines).map(([legendFormat, expr], line) => ({
        ...{ refId: String.fromCharCode(65 + line), expr, legendFormat, datasource },
        // Requests that a trace can be looked at for, as points.
        ...(expr.startsWith('histogram_quantile') && { exemplar: true }),
      })),
    })),
  };
}

export const textOf = (uid) => `${JSON.stringify(grafana(uid, DASHBOARDS[uid]), null, 2)}\n`;

if (import.meta.main)
  for (const uid of Object.keys(DASHBOARDS)) writeFileSync(path.join(FOLDER, `${uid}.json`), textOf(uid));
