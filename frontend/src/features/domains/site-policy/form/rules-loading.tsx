/** Shown while the server compiles the rules, which it drops after minutes without use. */
export const RulesLoading = ({ what }: { what: 'replay' | 'simulation' }) => (
  <div className="grid gap-1.5">
    <progress className="h-2 w-full accent-brand" aria-label="Waiting for the answer" />
    <p className="text-[0.8125rem] text-ink-muted">
      The first {what} after a quiet time loads the rules, which takes up to half a minute; the next ones
      answer at once.
    </p>
  </div>
);
