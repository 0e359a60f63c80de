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

/** Of a subject in the log: names of strangers. */
const MAX_SUBJECT = 500;

/** For the log: whose certificate was refused. */
export const REFUSED_CERTIFICATE = new RequestSlot<string>('the client certificate that was refused');

/**
 * Handshakes end well whatever the client shows, so that people get a page that says what is wrong, and programs its code. A
 * connection that began under other authorities is begun anew: what TLS said of its client then says nothing now.
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

/** Whether a certificate decides about this request. */
export const hangsOnCertificate = ({ site, head }: Pick<RequestContext, 'site' | 'head'>): boolean => {
  const policy = site!.clientCertificates;
  return policy?.isRequired === true && covers(policy, head.target);
};

/** In clear, without a name, and behind the operator's own proxies there is nothing to ask again. */
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
