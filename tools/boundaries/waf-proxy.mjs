import { spec } from './places.mjs';

const room = '^services/waf-proxy/src/';
const test = `${spec}|/test-support/|conformance`;

/** A floor stands on those before it; what stands on one height does not import each other. */
const floors = [
  ['io'],
  ['http'],
  ['request'],
  ['server', 'upstream'],
  ['features'],
  ['pipeline'],
  ['node'],
  ['judge'],
];

const onlyDownward = (floor) => {
  const height = floors.findIndex((names) => names.includes(floor));
  const above = floors
    .slice(height)
    .flat()
    .filter((name) => name !== floor);
  return {
    name: `the-edge-s-${floor}-imports-nothing-above-it`,
    severity: 'error',
    comment: 'io → http → request → server | upstream → features → pipeline → node → judge',
    from: { path: `${room}${floor}/`, pathNot: test },
    to: { path: `${room}(${above.join('|')})/` },
  };
};

export default [
  ...floors.flat().slice(0, -1).map(onlyDownward),
  {
    name: 'the-edge-s-features-know-no-other',
    severity: 'error',
    comment: 'What two of them share stands below them, or comes as a port (such as Challenger).',
    from: { path: `${room}features/([^/]+)/`, pathNot: test },
    to: { path: `${room}features/`, pathNot: `${room}features/$1/` },
  },
];
