const policy = '^services/shared/site-policy/src/';

export default [
  {
    name: 'a-policy-is-built-upward',
    severity: 'error',
    comment: 'model → groups → the policy as a whole and its wire form',
    from: { path: `${policy}model/` },
    to: { path: policy, pathNot: `${policy}model/` },
  },
  {
    name: 'groups-know-the-model-only',
    severity: 'error',
    from: { path: `${policy}groups/`, pathNot: '\\.spec\\.ts$' },
    to: { path: policy, pathNot: `${policy}(model|groups)/` },
  },
];
