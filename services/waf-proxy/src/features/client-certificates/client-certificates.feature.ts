import {
  type ClientCertificatePolicy,
  certificateFault,
  certificateOf,
} from '../../request/client-certificate-policy.ts';
import type { CountersOf, Feature } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';

const COUNTERS = {
  clientCertificatesRefused: 'Requests refused for want of a client certificate that the site takes',
} as const;

export interface ClientCertificateServices {
  counters: CountersOf<typeof COUNTERS>;
}

/** Maximum length of a subject in the log, as clients choose it. */
const MAX_SUBJECT = 500;

/** For the log: the subject of the refused certificate. */
export const REFUSED_CERTIFICATE = new RequestSlot<string>('the client certificate that was refused');

/**
 * Handshakes succeed whatever the client sends, so that people get a page that says what is wrong, and programs an
 * error code. A connection that began under other authorities is closed, as its verification no longer counts.
 */
function askCertificate(context: RequestContext, services: ClientCertificateServices): PhaseResult {
  const policy = context.site!.clientCertificates;
  if (policy === null) return null;
  if (isOutdated(policy, context))
    return { status: 421, action: EdgeAction.REJECT, reason: 'client_certificate:outdated', close: true };
  if (!policy.isRequired || !covers(policy, context.head.target)) return null;
  const certificate = certificateOf(context);
  const fault = certificateFault(policy, certificate, context.receivedAtMs);
  if (fault === null) return null;
  services.counters.clientCertificatesRefused++;
  if (certificate !== null && certificate.fingerprint !== '')
    REFUSED_CERTIFICATE.keep(
      context,
      `${certificate.subject.slice(0, MAX_SUBJECT)}, SHA-256 ${certificate.fingerprint}`,
    );
  return { status: 403, action: EdgeAction.REJECT, reason: `client_certificate:${fault}` };
}

/** Whether the request requires a certificate. */
export const hangsOnCertificate = ({ site, head }: Pick<RequestContext, 'site' | 'head'>): boolean => {
  const policy = site!.clientCertificates;
  return policy?.isRequired === true && covers(policy, head.target);
};

/** In clear text, without SNI and behind the operator's own proxies, a new connection would change nothing. */
const isOutdated = ({ id }: ClientCertificatePolicy, { connection }: RequestContext): boolean =>
  connection.serverName !== '' && !connection.peerTrusted && connection.certificate?.askedBy !== id;

const covers = ({ paths }: ClientCertificatePolicy, target: string): boolean =>
  paths.isEmpty || paths.catches(target);

export const clientCertificates = {
  name: 'client-certificates',
  killSwitches: [],
  compile: () => ({}),
  counters: COUNTERS,
  phase: askCertificate,
} as const satisfies Feature<object, ClientCertificateServices>;
