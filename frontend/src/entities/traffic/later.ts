// Parts of the traffic page below its first figures, loaded as one chunk.
export { default as WorldMap } from '../../shared/ui/charts/world-map.tsx';
export { default as Breakdowns } from './breakdowns.tsx';
export { RecentActivity } from './recent-activity.tsx';
