import { connect, type TLSSocket } from 'node:tls';
import { ask } from '../base/database.ts';
import type { Installation } from '../base/installation.ts';
import { days, daysUntil } from './days.ts';
import { describe, type Finding, failure, ok, setting, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const WARNED_DAYS = 21;
const URGENT_DAYS = 7;

/** The dashboard's certificate as browsers get it, and the sites' as the domains service keeps them. */
export async function checkTls(installation: Installation): Promise<Finding[]> {
  const publicUrl = setting(installation, 'PALISADE_PUBLIC_URL') ?? '';
  const dashboard = publicUrl.startsWith('https:') ? checkDashboard(new URL(publicUrl)) : null;
  const sites = checkSites(installation);
  return [...(dashboard ? [await dashboard] : []), ...(await sites)];
}

async function checkDashboard(url: URL): Promise<Finding> {
  try {
    const end = await certificateEnd(url.hostname, Number(url.port || 443));
    return judge(url.hostname, daysUntil(end));
  } catch (error) {
    return failure(
      'tls.dashboard_refused',
      `browsers do not get a secure connection to ${url.host}: ${describe(error)}`,
      'See that the proxy in front of the gateway has a certificate for this name, with its chain.',
    );
  }
}

export function judge(host: string, left: number): Finding {
  const text = `the certificate of ${host} holds for ${days(left)}`;
  const todo = 'Renew it, and see why that does not happen by itself.';
  if (left < URGENT_DAYS) return failure('tls.dashboard_ending', text, todo);
  return left < WARNED_DAYS ? warning('tls.dashboard_ending', text, todo) : ok('tls.dashboard', text);
}

async function certificateEnd(host: string, port: number): Promise<Date> {
  let socket: TLSSocket | undefined;
  try {
    return await new Promise<Date>((resolve, reject) => {
      socket = connect({ host, port, servername: host });
      socket.setTimeout(TIMEOUT_MS, () => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      socket.once('error', reject);
      socket.once('secureConnect', () => resolve(new Date(socket!.getPeerCertificate().valid_to)));
    });
  } finally {
    socket?.destroy();
  }
}

async function checkSites({ settings }: Installation): Promise<Finding[]> {
  const url = settings.domains.PALISADE_DATABASE_URL ?? '';
  let rows: { state: string; count: string; names: string[] }[];
  try {
    rows = await ask(
      url,
      `SELECT state, count(*) AS count, (array_agg(name ORDER BY not_after))[1:5] AS names
         FROM (SELECT CASE WHEN not_after < now() THEN 'ended'
                           WHEN not_after < now() + interval '${URGENT_DAYS} days' THEN 'ending'
                           ELSE 'fine' END AS state, not_after, names[1] AS name
                 FROM domains.certificates WHERE not_after IS NOT NULL AND status <> 'revoked') AS each
        GROUP BY state`,
    );
  } catch (error) {
    const todo = 'See what is said about postgres and migrations.';
    return [
      failure('tls.sites_unknown', `the sites’ certificates cannot be counted: ${describe(error)}`, todo),
    ];
  }
  const of = (state: string) => rows.find((row) => row.state === state);
  const [ended, ending] = [of('ended'), of('ending')];
  const todo = 'Open the site in the dashboard, Certificates: the authority’s answer is shown there.';
  if (!ended && !ending)
    return [ok('tls.sites', `${of('fine')?.count ?? 0} certificates of sites, none ends soon`)];
  return [
    ...(ended
      ? [failure('tls.sites_ended', `${ended.count} ended, such as ${ended.names.join(', ')}`, todo)]
      : []),
    ...(ending
      ? [
          warning(
            'tls.sites_ending',
            `${ending.count} end within ${days(URGENT_DAYS)}, such as ${ending.names.join(', ')}`,
            todo,
          ),
        ]
      : []),
  ];
}
