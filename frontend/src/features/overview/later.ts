// What the overview shows by itself after its figures, in one file.
export { default as NeedList } from '../../entities/site-state/need-list.tsx';
export { default as FirstSteps } from './first-steps.tsx';
export { default as PlanNotices } from './plan-notices.tsx';
