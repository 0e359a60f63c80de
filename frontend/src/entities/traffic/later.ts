// What the traffic shows by itself below its first figures, in one file.
export { default as WorldMap } from '../../shared/ui/charts/world-map.tsx';
export { default as Breakdowns } from './breakdowns.tsx';
export { RecentActivity } from './recent-activity.tsx';
