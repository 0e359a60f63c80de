import { createContext, useContext } from 'react';
import { type Company, nobody } from './company.ts';

export const CompanyContext = createContext<Company>(nobody);

export const useCompany = (): Company => useContext(CompanyContext);
