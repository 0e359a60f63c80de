import { builtModule } from '../base/workspace.ts';
import { failure, ok, warning } from './finding.ts';
export const SMTP_MODULE = 'services/mailer/dist/tools/try-smtp-servers.js';
/** Greeting, STARTTLS and sign-in at every server in use; nothing is sent. */
export async function checkSmtp({ settings }) {
  const { trySmtpServers } = await builtModule(SMTP_MODULE);
  const servers = await trySmtpServers(settings.mailer);
  if (servers.length === 0) {
    const todo = 'Name one in the admin panel under mail servers.';
    return [
      warning(
        'smtp.none',
        'there is no mail server: nobody can confirm an address or reset a password',
        todo,
      ),
    ];
  }
  return servers.map(({ name, address, error }) =>
    error === null
      ? ok('smtp.reachable', `${name} (${address}) takes mail`)
      : failure(
          'smtp.refused',
          `${name} (${address}): ${error}`,
          'See its address, security and credentials in the admin panel, and that port’s way through the firewall.',
        ),
  );
}
