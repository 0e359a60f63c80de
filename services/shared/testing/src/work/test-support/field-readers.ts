interface Input {
  readonly name?: string;
  readonly sites?: readonly (string | { readonly host?: string })[];
}

const inputOf = (input: unknown): Input => (input ?? {}) as Input;

const hostsOf = (input: Input): string[] =>
  (input.sites ?? []).map((site) => (typeof site === 'string' ? site : (site.host ?? '')));

/** Ways to read a request; in a file of their own, so that counting begins before they are loaded. */
export const fieldReaders = {
  once: {
    safeParse(input: unknown) {
      const { name = '' } = inputOf(input);
      return name.trim().length + hostsOf(inputOf(input)).join('').toLowerCase().length;
    },
  },
  everyPairOfSites: {
    safeParse(input: unknown) {
      const hosts = hostsOf(inputOf(input));
      let same = 0;
      for (const host of hosts) for (const other of hosts) if (host === other) same++;
      return same;
    },
  },
  hostAgainForEachByte: {
    safeParse(input: unknown) {
      let found = 0;
      for (const host of hostsOf(inputOf(input)))
        for (let at = 0; at < host.length; at += 8) if (host.lastIndexOf('?') >= 0) found++;
      return found;
    },
  },
};
