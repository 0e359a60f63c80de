// What the traffic shows by itself after its figures, in one file.
export { default as TrafficChart } from '../log/charts/traffic-chart.tsx';
export { default as Breakdowns } from './breakdowns.tsx';
export { default as CompareControl } from './compare-control.tsx';
export { RecentActivity } from './recent-activity.tsx';
