import { writeFileSync } from 'node:fs';
import { type Command, EXIT, UsageError } from '@palisade/command-line';
import { Api } from '../base/api.ts';
import { CREDENTIALS_HELP, findCredentials } from '../base/credentials.ts';
import { FILE_HELP, FILE_OPTION, fileOf } from './options.ts';
import { writePolicy } from './policy-document.ts';

export const pull: Command = {
  summary: "writes a site's policy to a YAML file: everything that the dashboard edits",
  usage: 'DOMAIN [--file FILE] [--no-version]',
  help: `${FILE_HELP}; - writes to standard output
  --no-version           without the version that it was pulled at, so that apply does not ask who changed the site since

Fields have the API's names, and the first line names the JSON schema by which editors complete and check them. What you
take out of the file stays as it is on the site.

${CREDENTIALS_HELP}`,
  options: { ...FILE_OPTION, 'no-version': { type: 'boolean' } },
  run: async (input) => {
    const { positionals, values, environment, out } = input;
    const [domain] = positionals;
    if (domain === undefined || positionals.length > 1) throw new UsageError('pull takes one domain.');
    const api = new Api(findCredentials(environment));
    const site = await api.siteNamed(domain);
    const config = await api.config(site.id);
    const version = values['no-version'] ? null : config.version;
    const policy = writePolicy({ domain: site.domain_name, origin: api.origin }, config, version);
    const file = fileOf(input);
    if (file === '-') {
      out(policy);
      return EXIT.fine;
    }
    writeFileSync(file, policy);
    out(`${file}: ${site.domain_name} at version ${config.version}\n`);
    return EXIT.fine;
  },
};
