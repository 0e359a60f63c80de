import { CSPProvider } from '@base-ui/react/csp-provider';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import '../shared/styles/index.css';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <CSPProvider disableStyleElements>
    <MemoryRouter>
      <Gallery />
    </MemoryRouter>
  </CSPProvider>,
);
