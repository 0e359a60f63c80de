import { spec } from './places.mjs';

const bus = '^services/shared/messaging/src/';
const notTheProduct = `${spec}|/conformance/|/test-support/`;

/** Each folder with those that it may import. */
const floors = {
  contract: [],
  envelope: ['contract'],
  delivery: ['contract', 'envelope'],
  publishing: ['contract', 'envelope', 'delivery'],
  'redis-streams': ['contract', 'envelope', 'delivery', 'publishing'],
  kafka: ['contract', 'envelope', 'delivery', 'publishing'],
  settings: ['contract', 'envelope', 'redis-streams', 'kafka'],
  outbox: ['contract', 'envelope', 'delivery'],
  nest: ['contract', 'envelope', 'settings', 'outbox', 'jobs'],
  jobs: [],
};

export default [
  ...Object.entries(floors).map(([folder, below]) => ({
    name: `messaging-${folder}-imports-below`,
    severity: 'error',
    comment: 'contract → envelope → delivery → publishing → each kind of bus → settings → Nest',
    from: { path: `${bus}${folder}/`, pathNot: notTheProduct },
    to: { path: bus, pathNot: `${bus}(${[folder, ...below].join('|')})/` },
  })),
  {
    name: 'no-private-parts-of-kafkajs',
    severity: 'error',
    comment: 'What it does not export changes without notice.',
    from: { path: bus },
    to: { path: 'node_modules/kafkajs/src/' },
  },
];
