import { useState } from 'react';
import { messageOf } from '../../shared/lib/problem.ts';
import { storage } from '../../shared/lib/storage.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { SwitchRow } from '../../shared/ui/switch.tsx';
import { toast } from '../../shared/ui/toast.ts';
import {
  type NotificationSettings,
  useGetNotificationSettingsQuery,
  useUpdateNotificationSettingsMutation,
} from './settings-api.ts';
import { TrafficReportsCard } from './traffic-reports/traffic-reports-card.tsx';

const STORAGE_KEY = 'notification_preferences';

const toggles: readonly { key: keyof NotificationSettings; label: string; description: string }[] = [
  { key: 'email_alerts', label: 'Email Alerts', description: 'When something about your sites needs you.' },
  {
    key: 'attack_notifications',
    label: 'Attack Notifications',
    description: 'When a site is attacked harder than usual.',
  },
  {
    key: 'weekly_reports',
    label: 'Reports',
    description: 'What your sites had in a week or month, as chosen below.',
  },
  { key: 'marketing_emails', label: 'Marketing Emails', description: 'News about the product and offers.' },
];

const defaults: NotificationSettings = {
  email_alerts: true,
  attack_notifications: true,
  weekly_reports: true,
  marketing_emails: false,
};

/** The copy in this browser; it shows at once, before the server has answered. */
function localCopy(): NotificationSettings {
  try {
    return { ...defaults, ...JSON.parse(storage.get(STORAGE_KEY) ?? '{}') };
  } catch {
    return defaults;
  }
}

export function NotificationsTab() {
  const { data } = useGetNotificationSettingsQuery();
  const [save, { isLoading }] = useUpdateNotificationSettingsMutation();
  const [copy] = useState(localCopy);
  // A switch changed while a save is in flight is not reset by its response.
  const [turned, setTurned] = useState<Partial<NotificationSettings>>({});
  const preferences = { ...(data ? { ...defaults, ...data } : copy), ...turned };

  const submit = async () => {
    storage.set(STORAGE_KEY, JSON.stringify(preferences));
    try {
      await save({ notificationSettings: preferences }).unwrap();
      toast.success('Notification preferences updated');
    } catch (error) {
      toast.error(messageOf(error, 'Failed to update notification preferences'));
    }
  };

  return (
    <>
      <Card className="max-w-4xl">
        <CardHeader title="Notification Preferences" description="What we write to you about" />
        <CardBody>
          <div className="divide-y divide-line border-y border-line">
            {toggles.map(({ key, label, description }) => (
              <SwitchRow
                key={key}
                label={label}
                description={description}
                checked={preferences[key]}
                onCheckedChange={(checked) => setTurned((before) => ({ ...before, [key]: checked }))}
              />
            ))}
          </div>
          <Button className="mt-5" busy={isLoading} onClick={submit}>
            Save Preferences
          </Button>
        </CardBody>
      </Card>
      <TrafficReportsCard />
    </>
  );
}
