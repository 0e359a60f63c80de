import OperatorLists from './operator-lists.tsx';
import RuleRollouts from './rule-rollouts.tsx';

/** What an operator looks at in its own time, after what is for emergencies: in one file. */
export default function LaterCards() {
  return (
    <>
      <RuleRollouts />
      <OperatorLists />
    </>
  );
}
