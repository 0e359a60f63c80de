import { requestLogV1 } from '@palisade/contracts';
import type { CertificateFault } from './client-certificate.ts';
import type { CheckedPassword } from './leaked-password.ts';
import type { PageTemplate } from './own-pages.ts';

export const { EdgeAction } = requestLogV1;
export type EdgeAction = requestLogV1.EdgeAction;

/** Stable codes of why a request was answered by us and not by the origin. They stand in the log. */
export type Reason =
  | `bad_framing:${string}`
  | 'acme_challenge'
  | 'unknown_host'
  | 'misdirected'
  | 'tls_version'
  | 'tls_cipher'
  | `client_certificate:${CertificateFault}`
  /** The connection began before the site asked for certificates as it does now. */
  | 'client_certificate:outdated'
  | 'site_inactive'
  | 'loop_detected'
  | 'blocked_address'
  /** The list of that name. */
  | `blocked_list:${string}`
  | `challenged_list:${string}`
  | 'banned'
  | 'blocked_country'
  | 'rate_limit'
  | 'path_rate_limit'
  /** The owner's limit of that id. */
  | `limit:${string}`
  /** The owner's rule of that id. */
  | `custom:${string}`
  /** The sign that decided. */
  | `bot:${string}`
  | `challenge:${string}`
  /** Kind, name, and whether its address is its operator's. */
  | `crawler:${string}`
  | 'robots_rules'
  | `ddos:${string}`
  /** What became of a visitor's report. */
  | `report:${string}`
  /** What became of a browser's report. */
  | `csp_report:${string}`
  | 'rule'
  | 'body_too_large'
  | 'body_bomb'
  | 'body_coding_malformed'
  | 'engine_failure'
  | 'websocket_not_enabled'
  /** The code that a WebSocket was closed with, for what its client sent. */
  | `websocket:${number}`
  | 'client_left'
  /** It took nothing of the answer while others waited for the origin. */
  | 'client_too_slow'
  | 'request_timeout'
  | `origin:${string}`
  | 'malware'
  | 'upload_over_limit'
  | 'upload_scan_failed'
  /** Passed all the same, as the site's owner wants it. */
  | 'upload_not_scanned'
  /** What was found out about a sign-in's password. */
  | `leaked_password:${CheckedPassword['outcome']}`
  /** Which of the things that nobody sees a client has touched, or that it has done so before. */
  | `deception:${'link' | 'field' | 'remembered' | 'let_alone'}`
  | 'https_redirect'
  /** The owner's. */
  | 'redirect'
  | 'maintenance'
  | 'not_cached'
  | 'overloaded';

/** A phase's decision to end the request with a page of ours. */
export interface Verdict {
  status: number;
  action: EdgeAction;
  reason: Reason;
  /** Further headers of the page. */
  headers?: readonly string[];
  /** In the place of the page that fits status and reason. */
  page?: { contentType: string; body: Buffer };
  /** Sends the body of `page`, in its own time; the head is decided when it is called. */
  slowly?: () => void;
  /** Stands on that page, with what its response says besides. */
  form?: { html: string; headers: readonly string[] };
  /** In the place of the owner's page of the verdict's kind. */
  ownPage?: PageTemplate;
  /** The client is a program: `application/problem+json`, whatever it accepts. */
  forPrograms?: boolean;
  /** For `redirect` rules. */
  location?: string;
  /** Close the connection without an answer. */
  drop?: boolean;
  /** Close the connection after the answer: we cannot trust where the next request begins. */
  close?: boolean;
}

/** Null: on to the next phase. */
export type PhaseResult = Verdict | null | Promise<Verdict | null>;
