import { spec } from './places.mjs';

const source = '^services/shared/nest-kit/src/';

export default [
  {
    name: 'nest-kit-is-put-together-in-http',
    severity: 'error',
    comment: 'The bootstrap and the module of a service stand above everything else in the kit.',
    from: { path: source, pathNot: `${source}(http/|index\\.ts$)|${spec}` },
    to: { path: `${source}http/` },
  },
  {
    name: 'nest-kit-basics-know-each-other-only-through-errors',
    severity: 'error',
    comment:
      'Configuration, errors, ids, metrics, logging, crypto and the database need no caller, no route, no channel.',
    from: { path: `${source}(config|crypto|database|errors|ids|logging|metrics)/`, pathNot: spec },
    to: { path: `${source}(grpc|health|http|identity)/` },
  },
];
