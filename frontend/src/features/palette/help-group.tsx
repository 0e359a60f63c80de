import { Command } from 'cmdk';
import { Activity, BookOpen, GraduationCap, LifeBuoy } from 'lucide-react';
import { useCompany } from '../../entities/company/use-company.ts';
import { paths } from '../../entities/page/paths.ts';
import { groupStyle, Item } from './palette-item.tsx';

interface HelpGroupProps {
  /** What leads to a page of the product, or to one of another site. */
  go: (to: string) => () => void;
  leave: (to: string) => () => void;
}

/** Where somebody turns who does not know how to go on. */
export function HelpGroup({ go, leave }: HelpGroupProps) {
  const { status_url: status } = useCompany();
  return (
    <Command.Group heading="Help" className={groupStyle}>
      <Item
        value="Read the documentation"
        keywords={['docs', 'help', 'manual', 'guide', 'api', 'reference']}
        icon={<BookOpen />}
        onSelect={leave('/docs')}
      >
        Read the documentation
      </Item>
      <Item
        value="How to use Palisade"
        keywords={['help', 'guide', 'first steps', 'tutorial']}
        icon={<GraduationCap />}
        onSelect={go(paths.howToUse)}
      >
        How to use Palisade
      </Item>
      <Item
        value="Ask for help"
        keywords={['contact', 'support', 'message', 'question']}
        icon={<LifeBuoy />}
        onSelect={go(paths.contact)}
      >
        Ask for help
      </Item>
      {status && (
        <Item
          value="Is the service up?"
          keywords={['help', 'status', 'outage', 'incident']}
          icon={<Activity />}
          onSelect={leave(status)}
        >
          Is the service up?
        </Item>
      )}
    </Command.Group>
  );
}
