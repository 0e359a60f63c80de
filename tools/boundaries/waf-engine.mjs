import { spec } from './places.mjs';

const engine = '^services/shared/waf-engine/src/';
/** Each layer may use those before it; what goes beyond that is said below. */
const layers = ['model', 'evaluate', 'compile|accelerate', 'host'];
/** The tables and effects of `evaluate` that rule texts are compiled against. */
const tables = [
  'operators/index',
  'transformations/transformation-chains',
  'variables/(registry|single-value)',
  'effects/[a-z-]+',
  'body-processors/(registry|xpath)',
];

export default [
  {
    name: 'the-engine-does-no-io',
    severity: 'error',
    comment: 'The rule engine is pure: what it needs from outside comes through its ports.',
    from: { path: engine, pathNot: spec },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'the-engine-knows-no-framework',
    severity: 'error',
    from: { path: engine, pathNot: spec },
    to: { path: '@nestjs|typeorm|ioredis|^services/shared/(?!waf-engine|regex)' },
  },
  ...layers.slice(1).map((layer, index) => ({
    name: `the-engine-is-built-upward-to-${layer.replace('|', '-')}`,
    severity: 'error',
    comment: `${layers.join(' → ')}: what is naive and true stands without what is fast.`,
    from: { path: `${engine}(${layers.slice(0, index + 1).join('|')})/`, pathNot: spec },
    to: { path: `${engine}(${layer})/`, pathNot: index === 1 ? `${engine}$1/` : '^$' },
  })),
  {
    name: 'rules-are-compiled-against-tables',
    severity: 'error',
    comment: 'compile knows of evaluate only what is declared there for it.',
    from: { path: `${engine}compile/`, pathNot: spec },
    to: { path: `${engine}evaluate/`, pathNot: `${engine}evaluate/(${tables.join('|')})\\.ts$` },
  },
  {
    name: 'accelerators-are-added-by-the-host',
    severity: 'error',
    comment: 'Only the host puts them beside the naive evaluation; nothing else knows of them.',
    from: { path: engine, pathNot: `${spec}|${engine}(accelerate|host)/` },
    to: { path: `${engine}accelerate/` },
  },
];
