// The charts of an overview, in one file: both stand on the same library.
export { default as ThreatPie } from './threat-pie.tsx';
export { default as TrafficChart } from './traffic-chart.tsx';
