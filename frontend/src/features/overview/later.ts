// Parts of the overview below its figures, loaded as one chunk.
export { default as ThreatPie } from '../../entities/log/charts/threat-pie.tsx';
export { default as TrafficChart } from '../../entities/log/charts/traffic-chart.tsx';
export { followOverview } from '../../entities/site-state/live-overview.ts';
export { default as NeedList } from '../../entities/site-state/need-list.tsx';
export { default as FirstSteps } from './first-steps.tsx';
export { default as PlanNotices } from './plan-notices.tsx';
