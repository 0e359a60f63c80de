import { SwitchRow } from '../../shared/ui/switch.tsx';

interface AutoRefreshProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether new entries come by themselves. */
export default function AutoRefresh({ isOn, onChange }: AutoRefreshProps) {
  return (
    <SwitchRow
      label="Auto-refresh"
      checked={isOn}
      onCheckedChange={onChange}
      className="items-center gap-2 py-0"
    />
  );
}
