import { requestLogV1 } from '@palisade/contracts';
import type { CertificateFault } from './client-certificate.ts';
import type { CheckedPassword } from './leaked-password.ts';
import type { PageTemplate } from './own-pages.ts';

export const { EdgeAction } = requestLogV1;
export type EdgeAction = requestLogV1.EdgeAction;

/** Stable codes for why the edge, not the origin, answered a request. They are part of the log format. */
export type Reason =
  | `bad_framing:${string}`
  | 'acme_challenge'
  | 'unknown_host'
  | 'too_many_sites'
  | 'misdirected'
  | 'tls_version'
  | 'tls_cipher'
  | 'http3_off'
  | `client_certificate:${CertificateFault}`
  /** The connection began before the site's current certificate settings. */
  | 'client_certificate:outdated'
  | 'site_inactive'
  | 'loop_detected'
  | 'blocked_address'
  /** By the name of the list. */
  | `blocked_list:${string}`
  | `challenged_list:${string}`
  | 'banned'
  | 'blocked_country'
  | 'rate_limit'
  | 'path_rate_limit'
  /** By the id of the owner's limit. */
  | `limit:${string}`
  /** By the id of the owner's rule. */
  | `custom:${string}`
  /** By the decisive sign. */
  | `bot:${string}`
  | `challenge:${string}`
  /** Kind, name, and whether the address belongs to the crawler's operator. */
  | `crawler:${string}`
  | 'robots_rules'
  | `ddos:${string}`
  /** Outcome of a visitor's report. */
  | `report:${string}`
  /** Outcome of a browser's CSP report. */
  | `csp_report:${string}`
  | 'rule'
  | 'body_too_large'
  | 'body_bomb'
  | 'body_coding_malformed'
  | 'engine_failure'
  | 'websocket_not_enabled'
  /** The code that the WebSocket was closed with because of a client message. */
  | `websocket:${number}`
  | 'client_left'
  /** The client read nothing of the response while other requests waited for the origin. */
  | 'client_too_slow'
  | 'request_timeout'
  | `origin:${string}`
  | 'malware'
  | 'upload_over_limit'
  | 'upload_scan_failed'
  /** Let through unscanned, as the owner chose. */
  | 'upload_not_scanned'
  /** Outcome of checking a sign-in's password. */
  | `leaked_password:${CheckedPassword['outcome']}`
  /** Which honeypot the client touched, or that it had done so before. */
  | `deception:${'link' | 'field' | 'remembered' | 'let_alone'}`
  | 'https_redirect'
  /** By an owner's redirect rule. */
  | 'redirect'
  | 'maintenance'
  | 'not_cached'
  | 'overloaded';

/** A phase's decision to end the request with a page of ours. */
export interface Verdict {
  status: number;
  action: EdgeAction;
  reason: Reason;
  /** Additional headers of the page. */
  headers?: readonly string[];
  /** Replaces the page that fits status and reason. */
  page?: { contentType: string; body: Buffer };
  /** Sends the body of `page` slowly; the head is decided when it is called. */
  slowly?: () => void;
  /** Form on that page, with the headers that it needs. */
  form?: { html: string; headers: readonly string[] };
  /** Replaces the owner's page of the verdict's kind. */
  ownPage?: PageTemplate;
  /** Answers with `application/problem+json`, whatever the client accepts. */
  forPrograms?: boolean;
  /** For `redirect` rules. */
  location?: string;
  /** Closes the connection without a response. */
  drop?: boolean;
  /** Closes the connection after the response, because the start of the next request cannot be trusted. */
  close?: boolean;
}

/** Null: continue with the next phase. */
export type PhaseResult = Verdict | null | Promise<Verdict | null>;
