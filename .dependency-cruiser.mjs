// Who may import whom. The rooms are in their package.json files' Nx tags; these rules hold what the tags mean.
const service = '^services/(gateway|auth|billing|domains|logs|mailer|waf-proxy)/';
const spec = '\\.(spec|int-spec|e2e-spec)\\.tsx?$|/test/|/bench/|/tools/';

export default {
  forbidden: [
    {
      name: 'a-service-imports-no-service',
      severity: 'error',
      comment: 'Services talk by gRPC and events; shared code has its own package.',
      from: { path: service },
      to: { path: service, pathNot: '^services/$1/' },
    },
    {
      name: 'shared-imports-no-service',
      severity: 'error',
      from: { path: '^services/shared/' },
      to: { path: service },
    },
    {
      name: 'the-engine-does-no-io',
      severity: 'error',
      comment: 'The rule engine is pure: what it needs from outside comes through its ports.',
      from: { path: '^services/shared/waf-engine/src/', pathNot: spec },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-engine-knows-no-framework',
      severity: 'error',
      from: { path: '^services/shared/waf-engine/src/', pathNot: spec },
      to: { path: '@nestjs|typeorm|ioredis|^services/shared/(?!waf-engine)' },
    },
    {
      name: 'contracts-import-the-protobuf-runtime-only',
      severity: 'error',
      from: { path: '^services/shared/contracts/src/', pathNot: spec },
      to: { pathNot: '^services/shared/contracts/|@bufbuild/protobuf' },
    },
    {
      name: 'the-frontend-imports-nothing-of-the-services',
      severity: 'error',
      comment:
        'Except the table of entitlements, the policy of sites, the matcher that owners try their patterns with, and code generated from the API description.',
      from: { path: '^frontend/' },
      to: {
        path: '^services/',
        pathNot: '^services/shared/(entitlements|site-policy|waf-engine/src/matching)/',
      },
    },
    {
      name: 'the-frontend-loads-no-protobuf',
      severity: 'error',
      comment: 'How a policy stands in the signed document is nothing that a browser needs.',
      from: { path: '^(frontend/|services/shared/site-policy/src/(?!wire/))', pathNot: spec },
      to: {
        path: '^services/shared/(contracts|site-policy/src/wire)/|@bufbuild/protobuf',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'frontend-imports-in-one-direction',
      severity: 'error',
      comment: 'app → features → shared',
      from: { path: '^frontend/src/shared/' },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'features-do-not-import-the-app',
      severity: 'error',
      from: { path: '^frontend/src/features/', pathNot: spec },
      to: { path: '^frontend/src/app/' },
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
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|gen|node_modules)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@palisade/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
