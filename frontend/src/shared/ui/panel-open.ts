import { createContext, useContext } from 'react';

const PanelOpenContext = createContext(true);

/** Provided around the content of one of several panels. */
export const PanelOpen = PanelOpenContext.Provider;

/**
 * Whether the surrounding panel is open, if there is one. Hidden panels stay mounted, and must not query or ask the
 * user for anything.
 */
export const usePanelOpen = (): boolean => useContext(PanelOpenContext);
