// Who may import whom: a file of rules for each room. What holds between the folders of a package is in
// tools/boundaries/folder-cycles.mjs.
import auth from './tools/boundaries/auth.mjs';
import billing from './tools/boundaries/billing.mjs';
import domains from './tools/boundaries/domains.mjs';
import frontend from './tools/boundaries/frontend.mjs';
import gateway from './tools/boundaries/gateway.mjs';
import house from './tools/boundaries/house.mjs';
import logs from './tools/boundaries/logs.mjs';
import mailer from './tools/boundaries/mailer.mjs';
import messaging from './tools/boundaries/messaging.mjs';
import nestKit from './tools/boundaries/nest-kit.mjs';
import regex from './tools/boundaries/regex.mjs';
import sitePolicy from './tools/boundaries/site-policy.mjs';
import wafEngine from './tools/boundaries/waf-engine.mjs';
import wafProxy from './tools/boundaries/waf-proxy.mjs';

export default {
  forbidden: [
    ...auth,
    ...billing,
    ...domains,
    ...frontend,
    ...gateway,
    ...house,
    ...logs,
    ...mailer,
    ...messaging,
    ...nestKit,
    ...regex,
    ...sitePolicy,
    ...wafEngine,
    ...wafProxy,
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
