/** 20261123T180500000Z: to the millisecond, in names, and in the order of time when sorted. */
export const compactTime = (at) => at.toISOString().replace(/[-:.]/g, '');
