import { createContext, useContext } from 'react';

const PanelOpenContext = createContext(true);

/** Around what stands in one of several panels. */
export const PanelOpen = PanelOpenContext.Provider;

/**
 * Whether it stands in the panel that is open, if it stands in one. What is kept while another panel shows has nobody to ask
 * anything for.
 */
export const usePanelOpen = (): boolean => useContext(PanelOpenContext);
