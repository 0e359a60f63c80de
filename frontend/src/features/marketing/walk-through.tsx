import { Section } from '../../shared/ui/section.tsx';
import { scenes, walkThroughText as text, WALK_THROUGH_SIZE } from './content/walk-through.ts';

/** Nothing moves, and nothing of the recording is loaded, before somebody presses play. */
export default function WalkThrough() {
  return (
    <Section title={text.title} lead={text.lead} className="pb-0 sm:pb-0">
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:gap-12">
        <video
          controls
          muted
          playsInline
          preload="none"
          poster="/walk-through/poster.webp"
          aria-label={text.title}
          {...WALK_THROUGH_SIZE}
          className="h-auto w-full rounded-lg border border-line bg-sunken shadow-2"
        >
          <source src="/walk-through/dashboard.webm" type="video/webm" />
          <track kind="captions" srcLang="en" label="English" src="/walk-through/captions.vtt" default />
        </video>
        <ol className="grid gap-4">
          {scenes.map((scene, index) => (
            <li key={scene.name} className="flex gap-3">
              <span className="tabular mt-px w-10 shrink-0 text-sm text-ink-faint">{startOf(index)}</span>
              <span className="text-pretty text-ink-muted">{scene.text}</span>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

function startOf(index: number): string {
  const seconds = scenes.slice(0, index).reduce((sum, scene) => sum + scene.seconds, 0);
  return `0:${String(seconds).padStart(2, '0')}`;
}
