import type { Installation } from '../base/installation.ts';
import { builtModule } from '../base/workspace.ts';
import { type Finding, failure, ok, warning } from './finding.ts';

export const SMTP_MODULE = 'services/mailer/dist/tools/try-smtp-servers.js';

interface SmtpTool {
  trySmtpServers(
    environment: NodeJS.ProcessEnv,
  ): Promise<{ name: string; address: string; error: string | null }[]>;
}

/** Greeting, STARTTLS and sign-in at every server in use; nothing is sent. */
export async function checkSmtp({ settings }: Installation): Promise<Finding[]> {
  const { trySmtpServers } = await builtModule<SmtpTool>(SMTP_MODULE);
  const servers = await trySmtpServers(settings.mailer);
  if (servers.length === 0) {
    const todo = 'Add one in the dashboard: Super Admin, Tools, SMTP Configuration.';
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
