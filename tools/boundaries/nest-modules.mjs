import { spec } from './places.mjs';

/** What a module of a service may be known by: its Nest module, what it exports, its schemas, rules and types. */
const SHOWN =
  '\\.(module|service|repository|client|job|port|schema|entity|types|rules|events|errors|factory)\\.ts$';

/**
 * @param {string} service folder below services/
 * @param {{ ownRows?: boolean }} options whether entities belong to their module's repository: others know their types only
 * @returns {object[]} the rules that hold between its modules
 */
export function modulesShowTheirServices(service, { ownRows = false } = {}) {
  const source = `^services/${service}/src/`;
  return [
    {
      name: `${service}-modules-know-each-other-by-their-services`,
      severity: 'error',
      comment:
        'Of another module only what is named by a role: *.module.ts, *.service.ts, *.repository.ts, *.rules.ts, …',
      from: { path: `${source}modules/([^/]+)/`, pathNot: spec },
      to: { path: `${source}modules/`, pathNot: `${source}modules/$1/|${SHOWN}` },
    },
    ...(ownRows ? [rowsBelongToTheirModule(service, source)] : []),
    {
      name: `${service}-is-put-together-from-modules`,
      severity: 'error',
      from: { path: `${source}app\\.module\\.ts$` },
      to: { path: `${source}modules/`, pathNot: '\\.(module|service)\\.ts$' },
    },
    {
      name: `${service}-modules-stand-on-what-is-below`,
      severity: 'error',
      comment: 'Configuration, connections and what all modules share know no module.',
      from: { path: `${source}[^/]+/`, pathNot: `${source}(modules|database)/|${spec}` },
      to: { path: `${source}(modules/|[^/]+\\.ts$)` },
    },
  ];
}

const rowsBelongToTheirModule = (service, source) => ({
  name: `${service}-rows-belong-to-their-module`,
  severity: 'error',
  comment: 'Of another module’s entities only the types: its repository reads and writes them.',
  from: { path: `${source}modules/([^/]+)/`, pathNot: spec },
  to: {
    path: `${source}modules/.*\\.entity\\.ts$`,
    pathNot: `${source}modules/$1/`,
    dependencyTypesNot: ['type-only'],
  },
});
