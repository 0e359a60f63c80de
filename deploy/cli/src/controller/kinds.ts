import type { SitePolicyChanges } from '@palisade/site-policy';
import type { KubeObject } from './kubernetes/client.ts';

/** A name under the reserved domain `internal`, so that no other vendor's kinds can have it. */
export const GROUP = 'palisade.internal';
export const VERSION = 'v1alpha1';
export const FINALIZER = `${GROUP}/site`;
export const DEFAULT_KEY = 'apiKey';

export interface SiteSpec extends Omit<SitePolicyChanges, 'version'> {
  domain: string;
  /** Wanted where Palisade has no site of that name yet; later its origins are those of `originConfig`. */
  origin?: { host: string; port?: number; protocol?: 'http' | 'https' };
  /** Which Secret of the namespace has the API key. */
  apiKeySecret: { name: string; key?: string };
  /** A SitePolicy of the namespace; what the Site says itself goes before it. */
  policyRef?: { name: string };
  /** What becomes of the site at Palisade when the object is deleted. */
  deletion?: 'Retain' | 'Delete';
  /** What is done about changes that others have made to what the object says. */
  drift?: 'Correct' | 'Report';
}

export interface Condition {
  /** `Deleting`: of an object that is being deleted, where its site waits for something. */
  type: 'Accepted' | 'Verified' | 'Ready' | 'Deleting';
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message: string;
  observedGeneration: number;
  lastTransitionTime: string;
}

export interface SiteStatus {
  /** What was judged last, be it refused; what Palisade has been brought to is `appliedGeneration`. */
  observedGeneration?: number;
  appliedGeneration?: number;
  /** Of the SitePolicy that was applied with it, none where the object names none. */
  appliedPolicy?: { uid: string; generation: number };
  siteId?: string;
  /** Of its configuration at Palisade. */
  version?: number;
  /** When others' changes were last taken back. */
  driftCorrectedAt?: string;
  conditions?: Condition[];
}

export interface SiteObject extends KubeObject {
  spec: SiteSpec;
  status?: SiteStatus;
}

export interface SitePolicyObject extends KubeObject {
  spec: Omit<SitePolicyChanges, 'version'>;
}

export const pathOf = (namespace: string, plural: 'sites' | 'sitepolicies'): string =>
  `/apis/${GROUP}/${VERSION}/namespaces/${namespace}/${plural}`;
