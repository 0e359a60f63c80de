import { modulesShowTheirServices } from './nest-modules.mjs';

export default [
  ...modulesShowTheirServices('domains', { ownRows: true }),
  {
    name: 'publication-knows-its-port-only',
    severity: 'error',
    comment:
      'What goes into a site’s signed document is told by whoever owns it, through the port SiteDocuments.',
    from: { path: '^services/domains/src/modules/publication/', pathNot: '\\.int-spec\\.ts$' },
    to: { path: '^services/domains/src/modules/', pathNot: '/(publication|clock)/' },
  },
];
