import { configure } from '@testing-library/react';

// Pages come in chunks of their own, and test machines are busy: the library itself waits for one second.
configure({ asyncUtilTimeout: 20_000 });
