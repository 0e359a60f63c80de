import { spec } from './places.mjs';

export default [
  {
    name: 'the-frontend-imports-nothing-of-the-services',
    severity: 'error',
    comment:
      'Except the table of entitlements, the policy of sites, the matcher that owners try their patterns with, and code generated from the API description.',
    from: { path: '^frontend/' },
    to: {
      path: '^services/',
      pathNot: '^services/shared/(entitlements|site-policy|regex)/',
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
    comment:
      'app → features → entities → shared. That entities import each other one way, the rule of folders holds.',
    from: { path: '^frontend/src/(shared|entities|features)/', pathNot: spec },
    to: { path: '^frontend/src/(app|prerender|gallery)/' },
  },
  {
    name: 'entities-import-no-features',
    severity: 'error',
    from: { path: '^frontend/src/(shared|entities)/', pathNot: spec },
    to: { path: '^frontend/src/features/' },
  },
  {
    name: 'features-import-no-features',
    severity: 'error',
    comment: 'What two of them know is an entity, or they meet in the app.',
    from: { path: '^frontend/src/features/([^/]+)/', pathNot: spec },
    to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
  },
  {
    name: 'shared-knows-nothing-of-the-product',
    severity: 'error',
    comment: 'The API as it is generated stands in shared/api; the rest of shared would do in any product.',
    from: { path: '^frontend/src/shared/(?!api/)', pathNot: spec },
    to: { path: '^frontend/src/(shared/api|entities)/|^services/' },
  },
  {
    name: 'the-api-base-knows-no-entities',
    severity: 'error',
    from: { path: '^frontend/src/shared/api/' },
    to: { path: '^frontend/src/entities/' },
  },
];
