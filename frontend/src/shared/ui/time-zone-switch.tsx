import { useTimeZoneChoice } from '../hooks/use-time-zone.ts';
import { Segmented } from './segmented.tsx';

/** In which zone times show, here and on every other page. */
export function TimeZoneSwitch({ className }: { className?: string }) {
  const { zone, setZone } = useTimeZoneChoice();
  return (
    <Segmented
      label="Time zone"
      className={className}
      value={zone}
      onChange={setZone}
      options={[
        { value: 'local', label: 'Local' },
        { value: 'utc', label: 'UTC' },
      ]}
    />
  );
}
