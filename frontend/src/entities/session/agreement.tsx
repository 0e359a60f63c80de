import { Link } from 'react-router-dom';
import { paths } from '../page/paths.ts';

/** Stands below the button of every form that makes an account; what was typed there stays, in its own tab. */
export function Agreement() {
  return (
    <p className="text-[0.8125rem] text-ink-muted">
      By creating an account you agree to our{' '}
      <Link to={paths.terms} target="_blank" className="link">
        Terms of Service
      </Link>{' '}
      and{' '}
      <Link to={paths.privacy} target="_blank" className="link">
        Privacy Policy
      </Link>
      .
    </p>
  );
}
