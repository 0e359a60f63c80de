import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../../app/store.ts';
import { accountClosed } from '../../entities/session/session-slice.ts';
import { fakeAdmin } from '../../testing/fake-admin.ts';
import { storeSession } from '../../testing/render-app.tsx';
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

  /** The state of a signed-in user. */
  function viewsOf(userId: string) {
    storeSession({ ...fakeAdmin, id: userId });
    const store = createStore(() => undefined);
    const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
    return { store, hook: renderHook(() => useSavedViews(), { wrapper }).result };
  }

  it('keeps of saved views what is one', () => {
    localStorage.setItem('log_saved_views:u1', '[null,{"name":"a"},{"name":"b","query":"q=1"},7]');
    expect(viewsOf('u1').hook.current.views).toEqual([{ name: 'b', query: 'q=1' }]);
  });

  it('shows nobody the views of another account at the same browser', () => {
    const { hook } = viewsOf('u2');
    act(() => hook.current.save({ name: 'Ada', query: 'address=192.0.2.7' }));
    expect(viewsOf('u3').hook.current.views).toEqual([]);
    expect(viewsOf('u2').hook.current.views).toEqual([{ name: 'Ada', query: 'address=192.0.2.7' }]);
  });

  it('gives views of older pages to one account, and forgets those of an account that is deleted', () => {
    localStorage.setItem('log_saved_views', '[{"name":"b","query":"q=1"}]');
    const { store, hook } = viewsOf('u4');
    expect(hook.current.views).toEqual([{ name: 'b', query: 'q=1' }]);
    expect(viewsOf('u5').hook.current.views).toEqual([]);
    act(() => void store.dispatch(accountClosed()));
    expect(localStorage.getItem('log_saved_views:u4')).toBeNull();
  });
});
