// Parts of the log page below its entries, loaded as one chunk.
export { followLogs } from '../../entities/log/live-logs.ts';
export { default as AutoRefresh } from './auto-refresh.tsx';
export { default as ExportButton } from './export-button.tsx';
export { default as FilterChips } from './filter-chips.tsx';
export { default as LogKeys } from './log-keys.tsx';
export { default as SavedViews } from './saved-views.tsx';
