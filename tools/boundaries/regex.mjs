import { spec } from './places.mjs';

const regex = '^services/shared/regex/src/';
/** Each floor may use those before it. */
const floors = ['bytes|budget', 'syntax', 'automata', 'phrases|patterns'];

export default [
  {
    name: 'the-matcher-stands-alone',
    severity: 'error',
    comment:
      'Patterns on byte strings, for the engine, the services and the browser: no I/O, no other package.',
    from: { path: regex, pathNot: spec },
    to: { pathNot: regex },
  },
  ...floors.slice(1).map((floor, index) => ({
    name: `the-matcher-is-built-upward-to-${floor.replace('|', '-')}`,
    severity: 'error',
    comment: floors.join(' → '),
    from: { path: `${regex}(${floors.slice(0, index + 1).join('|')})/`, pathNot: spec },
    to: { path: `${regex}(${floor})/` },
  })),
];
