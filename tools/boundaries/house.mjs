// What holds in every room: who may import whom, by the tags in the package.json files.
import { service, spec } from './places.mjs';

export default [
  {
    name: 'a-service-imports-no-service',
    severity: 'error',
    comment:
      'Services talk by gRPC and events; shared code has its own package. The edge judgement of one request is the exception: who predicts it must not have a copy of it.',
    from: { path: service },
    to: { path: service, pathNot: '^services/$1/|^services/waf-proxy/src/judge/index\\.ts$' },
  },
  {
    name: 'shared-imports-no-service',
    severity: 'error',
    from: { path: '^services/shared/' },
    to: { path: service },
  },
  {
    name: 'contracts-import-the-protobuf-runtime-only',
    severity: 'error',
    from: { path: '^services/shared/contracts/src/', pathNot: spec },
    to: { pathNot: '^services/shared/contracts/|@bufbuild/protobuf' },
  },
  {
    name: 'testing-is-for-tests',
    severity: 'error',
    from: { pathNot: `${spec}|^services/shared/testing/|^services/e2e/|conformance|/test-support/` },
    to: { path: '^services/shared/testing/' },
  },
  {
    name: 'nothing-imports-the-fuzzer',
    severity: 'error',
    comment: 'It reaches into every room to read what strangers send; no room knows of it.',
    from: { path: '^(services|frontend|deploy)/' },
    to: { path: '^tools/fuzz/' },
  },
  {
    name: 'no-import-cycles',
    severity: 'error',
    comment: 'A cycle through types alone is a cycle.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'only-declared-dependencies',
    severity: 'error',
    from: { pathNot: spec },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
  },
  {
    name: 'nothing-unresolved',
    severity: 'error',
    comment: '`node` is how a spec of the frontend asks for the types of Node.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^node$' },
  },
];
