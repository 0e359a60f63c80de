import { renderHook } from '@testing-library/react';
import { useLogView } from './log-view.ts';
import { useSavedViews } from './use-saved-views.ts';

afterEach(() => localStorage.clear());

describe('the view of the log', () => {
  it.each(['', '{', 'null', '7', '[]', '{"columns":7,"density":"huge","times":null}'])(
    'is the usual one where the storage holds %j',
    (text) => {
      localStorage.setItem('log_view', text);
      expect(renderHook(() => useLogView()).result.current[0]).toEqual({
        columns: null,
        density: 'comfortable',
        times: 'relative',
      });
    },
  );

  it('keeps of saved views what is one', () => {
    localStorage.setItem('log_saved_views', '[null,{"name":"a"},{"name":"b","query":"q=1"},7]');
    expect(renderHook(() => useSavedViews()).result.current.views).toEqual([{ name: 'b', query: 'q=1' }]);
  });
});
