import { TrafficView } from '../../../entities/traffic/traffic-view.tsx';
import type { Domain } from '../../../shared/api/types.ts';

/** Analytics of one site. */
export default function SiteTraffic({ domain }: { domain: Domain }) {
  return <TrafficView domains={[domain]} domain={domain.domain_name} />;
}
